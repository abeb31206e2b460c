//! Deeds: English verbs that tools do.

use std::{collections::HashSet, sync::LazyLock};

/// Verbs of what tools do, in their plain form; ours, from what the tools of
/// public servers do.
static VERBS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "
    abort accept access acknowledge act activate add adjust aggregate allocate allow analyze analyse
    annotate answer append apply approve archive arrange ask assemble assess assign associate attach
    audit authenticate authorize automate await backup ban batch begin bind block bookmark boot
    branch break bring broadcast browse build bulk calculate call cancel capture categorize change
    check checkout choose classify clean clear click clone close collapse collect combine comment
    commit compare compile complete compose compress compute configure confirm connect consume
    contain continue control convert coordinate copy count crawl create crop customize cut debug
    decline decode decompress decrypt deduplicate define delegate delete demote deny deploy describe
    deselect destroy detach detect determine diagnose diff disable disconnect discover dismiss
    dispatch display distribute divide do download draft drag draw drop dump duplicate edit eject
    embed emit empty emulate enable encode encrypt end enforce enrich enroll enqueue ensure enter
    enumerate erase escalate estimate evaluate examine execute exit expand explain explore export
    expose extend extract fail fetch fill filter find finish fix flag flatten flip flush focus
    follow force fork format forward freeze gather generate get give go grab grant group
    guess handle help hide highlight hold hover identify ignore import improve include increase
    increment index infer inform initialize inject insert inspect install instantiate interact
    interrupt introspect invalidate invite invoke issue iterate join jump keep kick kill label
    launch learn leave let like limit link list listen load locate lock log login logout look loop
    lower make manage manipulate map mark match measure merge migrate minimize modify monitor mount
    move multiply mute name navigate normalize notify observe obtain offer open operate optimize
    order organize outline output override overwrite parse partition paste patch pause perform pick
    pin ping place plan play plot poll pop populate post predict prepare present press preview
    print prioritize probe process produce profile promote prompt propose protect prove provide
    provision prune publish pull purchase purge push put query queue quit quote raise rank rate
    reach react read rebase reboot rebuild receive recommend record recover redirect redo reduce
    refactor refer refine refresh register reject release reload remember remind remove rename
    render renew reopen reorder repeat replace reply report reply request require reschedule reset
    resize resolve respond restart restore restrict resume retrieve retry return reveal revert
    review revoke rewrite roll rollback rotate round route run sanitize save scaffold scale scan
    schedule score scrape screenshot scroll search see select send separate serve set setup share
    shift shorten show shrink shut shutdown sign simplify simulate skip sleep snooze solve sort
    specify spawn split stage star start stop store stream strip style submit subscribe suggest
    summarize supply support suspend swap switch sync synchronize tag take tap target tell terminate
    test think tidy toggle touch trace track train transcribe transfer transform translate traverse
    trigger trim truncate try tune turn type unarchive unassign unblock uncompress undo unfollow
    unhide uninstall unlink unlock unmount unpin unpublish unstar unsubscribe untag unwatch update
    upgrade upload upsert use validate verify view visit visualize wait walk warn watch wipe
    withdraw work wrap write yank yield zip zoom"
        .split_ascii_whitespace()
        .collect()
});

/// Whether a word, as [`crate::search::tokens::words`] gives it, is a form of a
/// verb: `track`, `tracks`, `tracking`, `tracked`.
pub(super) fn is_verb(word: &str) -> bool {
    let known = |stem: &str| VERBS.contains(stem);
    let with_e = |stem: &str| known(stem) || known(&format!("{stem}e"));
    // `running` and `stopped` double their last letter.
    let halved = |stem: &str| {
        let mut letters = stem.chars().rev();
        letters.next() == letters.next() && stem.len() > 2 && known(&stem[..stem.len() - 1])
    };
    if !word.is_ascii() {
        return false;
    }
    known(word)
        || word.strip_suffix('e').is_some_and(known)
        || word.strip_suffix('s').is_some_and(with_e)
        || word.strip_suffix("es").is_some_and(known)
        || word.strip_suffix("ied").is_some_and(|stem| known(&format!("{stem}y")))
        || ["ing", "ed"].iter().any(|ending| {
            word.strip_suffix(ending).is_some_and(|stem| with_e(stem) || halved(stem))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tokens::words;

    #[test]
    fn forms_of_verbs_are_known() {
        for word in
            ["track", "Tracks", "fetches", "copies", "running", "stopped", "creating", "applied"]
        {
            assert!(words(word).iter().all(|word| is_verb(word)), "{word}: {:?}", words(word));
        }
        for word in ["weather", "parcel", "number", "json", "city", ""] {
            assert!(!is_verb(word), "{word}");
        }
    }
}
