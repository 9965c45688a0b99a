//! How both programs refuse what they do not know.

use crate::program::closecall;

/// These are usage errors: exit code 2, an error in words and as JSON, and nothing else.
pub fn check_usage_errors(cases: &[&[&str]]) {
    for case in cases {
        let run = closecall(case);
        assert_eq!(run.code, 2, "{case:?}");
        assert!(
            run.stdout.is_empty() && run.stderr.starts_with("error: "),
            "{case:?}: {}",
            run.stderr
        );
        let [file, place, message] = closecall(&[case, &["--json"][..]].concat()).error();
        assert!(
            file.is_empty() && !place.is_empty() && !message.is_empty(),
            "{case:?}: {place} {message}"
        );
    }
}

/// The last word of each is refused, and the known ones are listed.
pub fn check_unknown_names(cases: &[(&[&str], &str)]) {
    for (case, known) in cases {
        let [_, _, message] = closecall(&[case, &["--json"][..]].concat()).error();
        assert!(
            message.contains(known) && message.contains(case.last().unwrap()),
            "{case:?}: {message}"
        );
    }
}
