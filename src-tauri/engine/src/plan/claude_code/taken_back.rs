//! What is switched off can be switched on again, wherever it was written; and
//! what is not ours stays and is said.

use crate::{
    clients::{ClientId::ClaudeCode, Finding, Level, Place, Scope, SourceFile},
    plan::{
        Change, Choices, Home, Plan, Target,
        samples::{LOCAL, Machine, SERVERS, SHARED, STATE, USER},
    },
};

const ROOT: &str = "/repo/.claude/settings.local.json";

fn machine(files: &[(&str, &str)]) -> Machine {
    let mut all =
        vec![(STATE, "{\"mcpServers\":{\"git\":{}}}"), (SERVERS, "{\"mcpServers\":{\"pr\":{}}}")];
    all.extend(files);
    let mut machine = Machine::new(&all).entry(ClaudeCode, "git", Scope::User, STATE).entry(
        ClaudeCode,
        "pr",
        Scope::Project,
        SERVERS,
    );
    // As the reader lists it in a folder below a repository's root.
    let root = SourceFile { path: ROOT.into(), role: "personal project settings", found: true };
    machine.readings[0].files = vec![root];
    machine
}

fn planned(machine: &Machine, spec: &str, level: Option<Home>) -> Plan {
    let known = |_| vec!["git".to_owned(), "pr".to_owned()];
    let change = match spec.strip_prefix("remove:") {
        Some(target) => Change::Remove { target: Target::parse(target, &known).expect(spec).0 },
        None => Change::parse_set(spec, &known).expect(spec),
    };
    machine.plan(&[change], Choices { level, ..Choices::default() })
}

#[test]
fn a_switch_is_taken_out_of_the_file_it_stands_in() {
    let rule = "{\"permissions\":{\"deny\":[\"mcp__git__t\"]}}";
    let no_rule = "{\"permissions\":{\"deny\":[]}}";
    let rejected = "{\"disabledMcpjsonServers\":[\"pr\"]}";
    let not_rejected = "{\"disabledMcpjsonServers\":[]}";
    let (project, none) = (Some(Home::Project), None);
    let cases = [
        ("a rule of the user's", USER, rule, "claude-code/git/t=on", none, Some(no_rule), None),
        ("a personal one", LOCAL, rule, "claude-code/git/t=on", none, Some(no_rule), None),
        ("at the root", ROOT, rule, "claude-code/git/t=on", none, Some(no_rule), None),
        ("a shared one", SHARED, rule, "claude-code/git/t=on", project, Some(no_rule), None),
        (
            "a shared one when nobody named the file",
            SHARED,
            rule,
            "claude-code/git/t=on",
            none,
            None,
            Some("still-denied"),
        ),
        (
            "rejected by the user",
            USER,
            rejected,
            "claude-code/pr=on",
            none,
            Some(not_rejected),
            None,
        ),
        ("in person", LOCAL, rejected, "claude-code/pr=on", none, Some(not_rejected), None),
        ("at the root", ROOT, rejected, "claude-code/pr=on", none, Some(not_rejected), None),
        ("for everybody", SHARED, rejected, "claude-code/pr=on", project, Some(not_rejected), None),
        ("which is not ours to say", SHARED, rejected, "claude-code/pr=on", none, None, None),
    ];
    for (why, file, text, spec, level, want, note) in cases {
        let plan = planned(&machine(&[(file, text)]), spec, level);
        assert_eq!(plan.refused, [], "{why}");
        let edits: Vec<_> =
            plan.edits.iter().map(|edit| (edit.path.to_str(), edit.after.as_str())).collect();
        let want: Vec<_> = want.into_iter().map(|want| (Some(file), want)).collect();
        assert_eq!(edits, want, "{why}");
        let codes: Vec<_> = plan.notes.iter().map(|note| note.code).collect();
        assert_eq!(codes, note.into_iter().collect::<Vec<_>>(), "{why}");
    }
}

#[test]
fn a_pattern_stays_one() {
    let with = |rule: &str| format!("{{\"permissions\":{{\"deny\":[\"Bash\",\"{rule}\"]}}}}");
    let without = "{\"permissions\":{\"deny\":[\"Bash\"]}}";
    for (tool, rule) in [
        ("git_*", "mcp__git__git_*"),
        ("*_log", "mcp__git__*_log"),
        ("a.*c d", "mcp__git__a_*c_d"),
        ("*", "mcp__git__*"),
    ] {
        let off =
            planned(&machine(&[(USER, without)]), &format!("claude-code/git/{tool}=off"), None);
        assert_eq!(off.edits[0].after, with(rule), "{tool}");
        let text = with(rule);
        let on = planned(&machine(&[(USER, &text)]), &format!("claude-code/git/{tool}=on"), None);
        assert_eq!(on.edits[0].after, without, "{tool}");
    }
    // A tool with a star in its name is written as the client writes it.
    let mut machine = machine(&[(USER, without)]);
    machine.tools.insert("git".to_owned(), vec!["a*".to_owned()]);
    let off = planned(&machine, "claude-code/git/a*=off", None);
    assert_eq!(off.edits[0].after, with("mcp__git__a_"));
}

#[test]
fn what_still_denies_is_said_with_the_way_out() {
    let deny = |rule: &str| format!("{{\"permissions\":{{\"deny\":[\"{rule}\"]}}}}");
    for (why, rule, spec, hint) in [
        ("the whole server", "mcp__git", "claude-code/git=on", "Remove that rule yourself"),
        ("all its tools", "mcp__git__*", "claude-code/git=when-needed", "claude-code/git/*=on"),
        ("a pattern", "mcp__git__t*", "claude-code/git/t=on", "claude-code/git/t*=on"),
        ("a star in the middle", "mcp__git__git_s*s", "claude-code/git/git_status=on", "git_s*s"),
        ("every server's", "mcp__*__t", "claude-code/git/t=on", "Remove that rule yourself"),
    ] {
        let plan = planned(&machine(&[(USER, &deny(rule))]), spec, None);
        let file = plan.edits.iter().find(|edit| edit.path.to_str() == Some(USER));
        assert!(file.is_none(), "{why}: somebody else's rule stays");
        assert_eq!(plan.notes.len(), 1, "{why}: {:?}", plan.notes);
        assert_eq!(plan.notes[0].code, "still-denied", "{why}");
        assert!(plan.notes[0].hint.as_deref().is_some_and(|text| text.contains(hint)), "{why}");
    }
}

#[test]
fn a_name_nobody_listed_is_said() {
    let mut machine = machine(&[(USER, "{}")]);
    machine.tools.insert("git".to_owned(), vec!["log".to_owned(), "push".to_owned()]);
    let codes = |plan: &Plan| plan.notes.iter().map(|note| note.code).collect::<Vec<_>>();
    for (spec, want) in [
        ("claude-code/git/log=off", &[][..]),
        ("claude-code/git/l*=off", &[]),
        ("claude-code/git/nosuch=off", &["no-such-tool"]),
        ("claude-code/git/no*=off", &["no-such-tool"]),
    ] {
        assert_eq!(codes(&planned(&machine, spec, None)), want, "{spec}");
    }
    let keep = Change::parse_keep("claude-code/git=log,psuh", &|_| vec!["git".to_owned()]);
    let plan = machine.plan(&[keep.expect("valid")], Choices::default());
    assert_eq!(codes(&plan), ["no-such-tool"]);
}

#[test]
fn a_name_that_nothing_bears_any_more_is_in_no_list_of_ours() {
    let state = "{\"mcpServers\":{\"git\":{}},\"projects\":{\"/p\":{\"disabledMcpServers\":[\"git\",\"x\"]},\"/q\":{\"disabledMcpServers\":[\"git\"]}}}";
    let user = "{\"deniedMcpServers\":[{\"serverName\":\"git\"}],\"permissions\":{\"deny\":[\"mcp__git__t\"]}}";
    let gone = planned(&machine(&[(STATE, state), (USER, user)]), "remove:claude-code/git", None);
    let after = |path: &str| {
        gone.edits.iter().find(|edit| edit.path.to_str() == Some(path)).map(|edit| &edit.after)
    };
    assert_eq!(
        after(STATE).map(String::as_str),
        Some(
            "{\"mcpServers\":{},\"projects\":{\"/p\":{\"disabledMcpServers\":[\"x\"]},\"/q\":{\"disabledMcpServers\":[\"git\"]}}}"
        )
    );
    assert_eq!(
        after(USER).map(String::as_str),
        Some("{\"deniedMcpServers\":[],\"permissions\":{\"deny\":[\"mcp__git__t\"]}}")
    );
    let codes: Vec<_> = gone.notes.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["left-behind", "left-behind"], "another project, and a rule");

    // One that the same plan puts elsewhere is as off as the one that goes.
    let known = |_| vec!["git".to_owned()];
    let both = [
        Change::parse_move("claude-code:user/git=claude-code:local", true, &known).expect("valid"),
        Change::Remove { target: Target::parse("claude-code:user/git", &known).expect("valid").0 },
    ];
    let mut reversed = both.clone();
    reversed.reverse();
    for changes in [both, reversed] {
        let plan = machine(&[(STATE, state), (USER, user)]).plan(&changes, Choices::default());
        assert_eq!(plan.edits.len(), 1, "{:?}", plan.edits);
        let after = &plan.edits[0].after;
        assert!(after.contains("\"disabledMcpServers\":[\"git\",\"x\"]"), "{after}");
    }

    // Another entry of that name is what the lists are about now.
    let shadowing =
        machine(&[(STATE, state), (USER, user)]).entry(ClaudeCode, "git", Scope::Project, SERVERS);
    let plan = planned(&shadowing, "remove:claude-code:user/git", None);
    assert_eq!(plan.edits.len(), 1, "the entry only");
    assert_eq!(plan.notes, []);
}

#[test]
fn a_file_that_cannot_be_read_is_named_with_the_fault() {
    let mut machine = machine(&[]);
    let place = Place { file: STATE.into(), line: 2, column: 40 };
    machine.readings[0].entries.clear();
    machine.readings[0].files =
        vec![SourceFile { path: STATE.into(), role: "user and local servers", found: true }];
    machine.readings[0].findings = vec![Finding {
        code: "file-unreadable",
        level: Level::Error,
        message: "`/h/.claude.json` does not parse (line 2, column 40)".to_owned(),
        hint: None,
        place: Some(place.clone()),
        server: None,
    }];
    let plan = planned(&machine, "claude-code/git=always", None);
    assert_eq!(plan.refused[0].code, "unreadable");
    assert_eq!(plan.refused[0].place, Some(place));
    assert!(plan.refused[0].message.contains("line 2, column 40"));
    let plan = planned(&machine, "claude-code:project/pr=off", None);
    assert_eq!(plan.refused[0].code, "no-such-entry", "that file holds none of the project's");
}
