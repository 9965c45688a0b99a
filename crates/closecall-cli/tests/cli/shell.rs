//! The program in a shell: completions, manual pages, silence, colours.

use std::process::Command;

use crate::program::{Folder, closecall, cube};

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = closecall(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        for word in
            ["info", "check", "sweep", "tree", "completions", "man", "--clearance", "--quality"]
        {
            let word = if shell == "fish" { word.trim_start_matches("--") } else { word };
            assert!(run.stdout.contains(word), "no `{word}` for {shell}");
        }
        let json = closecall(&["completions", shell, "--json"]).json();
        assert_eq!(
            (json["shell"].as_str(), json["script"].as_str()),
            (Some(shell), Some(&run.stdout[..]))
        );
    }
    assert_eq!(closecall(&["completions", "cobol"]).code, 2);
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&[], ".TH closecall 1", "closecall\\-tree(1)"),
        (&["check"], ".TH closecall-check 1", "\\-\\-explain"),
        (&["sweep"], ".TH closecall-sweep 1", "\\-\\-nearest"),
        (&["tree"], ".TH closecall-tree 1", "closecall\\-tree\\-build(1)"),
        (&["tree", "build"], ".TH closecall-tree-build 1", "\\-\\-quality"),
    ];
    for (command, title, word) in cases {
        let run = closecall(&[&["man"], command].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            run.stdout.contains(title) && run.stdout.contains(word),
            "{command:?}: {}",
            run.stdout
        );
        let json = closecall(&[&["man", "--json"], command].concat()).json();
        assert_eq!(json["page"].as_str(), Some(&run.stdout[..]));
    }
    let error = closecall(&["man", "tree", "nix", "--json"]).error();
    assert_eq!(error, ["", "man", "there is no command `tree nix`"]);
}

#[test]
fn quiet_leaves_the_exit_code_alone() {
    let folder = Folder::flight(&["-3,0,0,1,0,0,0", "-1,0,0,1,0,0,0"]);
    let (poses, mesh) = (folder.path("poses.csv"), folder.path("env.obj"));
    let odd = folder.write("odd.obj", format!("{}l 1 2\n", cube()));
    let cases: [(&[&str], i32); 6] = [
        (&["check", &mesh, &odd], 1),
        (&["check", &mesh, &odd, "--pose", "9,9,9,1,0,0,0"], 0),
        (&["check", &mesh, &mesh, "--path", &poses], 1),
        (&["check", &mesh, &mesh, "--path", &poses, "--budget", "1s"], 1),
        (&["info", &odd], 0),
        (&["tree", "info", &mesh], 0),
    ];
    for (case, code) in cases {
        for flag in ["-q", "--quiet"] {
            let run = closecall(&[&[flag], case].concat());
            assert_eq!(
                (run.code, run.stdout.as_str(), run.stderr.as_str()),
                (code, "", ""),
                "{case:?}"
            );
        }
    }
    let run = closecall(&["info", &folder.path("none.obj"), "--quiet"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: "), "errors are told: {}", run.stderr);
    assert_eq!(closecall(&["info", &mesh, "--quiet", "--json"]).code, 2);
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let stderr = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_closecall"));
        command
            .args(["info", "no-such-file.obj"])
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied());
        String::from_utf8(command.output().expect("the program starts").stderr).unwrap()
    };
    let is_colourful = |text: String| text.contains('\u{1b}');
    // A pipe is no terminal; a variable makes it count as one.
    assert!(!is_colourful(stderr(&[])));
    assert!(is_colourful(stderr(&[("CLICOLOR_FORCE", "1")])));
    assert!(!is_colourful(stderr(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")])));
}

#[test]
fn verdicts_are_coloured_as_errors_are() {
    let folder = Folder::new();
    let mesh = folder.write("cube.obj", cube());
    let stdout = |pose: &str, variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_closecall"));
        let variables = variables.iter().copied();
        command
            .args(["check", &mesh, &mesh, "--pose", pose])
            .env_remove("NO_COLOR")
            .envs(variables);
        String::from_utf8(command.output().expect("the program starts").stdout).unwrap()
    };
    let [far, near] = ["9,0,0,1,0,0,0", "0,0,0,1,0,0,0"];
    assert!(!stdout(near, &[]).contains('\u{1b}'));
    let forced = [("CLICOLOR_FORCE", "1")];
    assert!(stdout(near, &forced).starts_with("\u{1b}[1m\u{1b}[31mcollision\u{1b}[0m: "));
    assert!(stdout(far, &forced).starts_with("\u{1b}[1m\u{1b}[32mclear\u{1b}[0m: "));
    assert!(!stdout(near, &[forced[0], ("NO_COLOR", "1")]).contains('\u{1b}'));
}
