//! Whether a server of a shared project file may be used.

use super::{
    policy::written,
    settings::{Level, Listed, Settings},
};
use crate::clients::{Cause, Document, Node, Place};

/// What the user has said about the servers of `.mcp.json`.
#[derive(Clone, Debug, Default)]
pub struct Approvals {
    rejected: Vec<Listed>,
    approved: Vec<Listed>,
    all: bool,
}

/// The answer for one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Used.
    Approved,
    /// Never used.
    Rejected(Cause),
    /// Asked for when the client starts.
    Open,
}

impl Approvals {
    /// Rejection counts from any file. Approval counts from the user's and the
    /// organisation's files, and from the project's once the folder is trusted.
    ///
    /// `legacy` is `projects[KEY]` of `~/.claude.json`, whose lists of the same
    /// names the client still honours by moving them to the personal file.
    pub fn of(settings: &Settings, legacy: Option<(&Document, &Node)>, trusted: bool) -> Self {
        let may_approve = |level: Level| trusted || !level.is_of_project();
        let legacy = |key: &str| {
            let found = legacy.and_then(|(document, node)| Some((document, node.get(key)?)));
            let texts = found.into_iter().flat_map(|(document, list)| {
                list.elements().iter().filter_map(move |node| {
                    let place = document.place(node.start);
                    Some(Listed { text: node.as_str()?.to_owned(), level: Level::Local, place })
                })
            });
            texts.collect::<Vec<_>>()
        };
        let mut approved = settings.strings("enabledMcpjsonServers");
        approved.extend(legacy("enabledMcpjsonServers"));
        approved.retain(|listed| may_approve(listed.level));
        let mut rejected = settings.strings("disabledMcpjsonServers");
        rejected.extend(legacy("disabledMcpjsonServers"));
        let all = settings
            .each("enableAllProjectMcpServers")
            .find(|(file, _)| may_approve(file.level))
            .is_some_and(|(_, node)| node.as_bool() == Some(true));
        Self { rejected, approved, all }
    }

    /// A rejection compares names as written to the model (`a.b` and `a_b` are
    /// one), an approval to the letter.
    pub fn answer(&self, name: &str) -> Answer {
        let is_it = |listed: &&Listed| written(&listed.text) == written(name);
        if let Some(listed) = self.rejected.iter().find(is_it) {
            return Answer::Rejected(Cause {
                because: "disabledMcpjsonServers rejects it.".to_owned(),
                place: Some(listed.place.clone()),
            });
        }
        if self.all || self.approved.iter().any(|listed| listed.text == name) {
            Answer::Approved
        } else {
            Answer::Open
        }
    }
}

/// The cause of an unanswered question.
pub fn open_question(place: &Place) -> Cause {
    Cause {
        because: "Claude Code asks for approval before it uses a server of a shared file."
            .to_owned(),
        place: Some(place.clone()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::clients::{Dialect, claude_code::settings::SettingsFile};

    const ALL: &str = r#"{"enableAllProjectMcpServers":true}"#;
    const NOT_ALL: &str = r#"{"enableAllProjectMcpServers":false}"#;
    const YES: &str = r#"{"enabledMcpjsonServers":["a.b"]}"#;
    const NO: &str = r#"{"disabledMcpjsonServers":["a_b"]}"#;

    #[test]
    fn answers_are_those_of_the_client() {
        use Level::{Local, Project, User};
        let cases: [(&str, &[(Level, &str)], bool, &str); 11] = [
            ("nobody was asked", &[], false, "open"),
            ("the user approves all", &[(User, ALL)], false, "approved"),
            ("the user approves one", &[(User, YES)], false, "approved"),
            ("a project cannot approve itself", &[(Project, ALL)], false, "open"),
            ("unless it is trusted", &[(Project, ALL)], true, "approved"),
            ("nor can its personal file", &[(Local, YES)], false, "open"),
            ("unless it is trusted", &[(Local, YES)], true, "approved"),
            ("the stronger file decides", &[(Local, NOT_ALL), (User, ALL)], true, "open"),
            ("when it counts", &[(Local, NOT_ALL), (User, ALL)], false, "approved"),
            ("rejection wins from anywhere", &[(Project, NO), (User, ALL)], false, "rejected"),
            ("in the same file too", &[(User, YES), (User, NO)], false, "rejected"),
        ];
        for (why, files, trusted, want) in cases {
            let files = files
                .iter()
                .map(|(level, text)| SettingsFile {
                    level: *level,
                    document: Document::parse(Path::new("f"), text, Dialect::Strict)
                        .expect("valid"),
                })
                .collect();
            let answer = Approvals::of(&Settings { files }, None, trusted).answer("a.b");
            let got = match answer {
                Answer::Approved => "approved",
                Answer::Rejected(_) => "rejected",
                Answer::Open => "open",
            };
            assert_eq!(got, want, "{why}");
        }
    }
}
