//! The types of the viewer's scripts, checked by the compiler of TypeScript where npm can have it.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

const COMPILER: &str = "--package=typescript@5.9";

#[test]
fn the_scripts_keep_their_types() {
    let player = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    let run = Command::new("npm")
        .args(["exec", "--yes", COMPILER, "--", "tsc", "-p"])
        .arg(&player)
        .output();
    let told =
        run.map(|out| (out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned()));
    match told {
        Ok((true, _)) => {}
        Ok((false, told)) if told.contains("error TS") => panic!("{told}"),
        _ => {
            // Not by println!, which tests keep to themselves where they pass.
            _ = writeln!(std::io::stderr(), "skipped: npm has no compiler of TypeScript");
        }
    }
}

#[test]
fn every_script_is_in_the_page_and_none_is_long() {
    let player = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    let listed = std::fs::read_to_string(player.with_extension("rs")).expect("player.rs is there");
    for file in std::fs::read_dir(&player).expect("the scripts are there") {
        let name = file.expect("a file").file_name().into_string().expect("a plain name");
        if !name.ends_with(".js") {
            continue;
        }
        assert!(listed.contains(&format!("player/{name}")), "{name}");
        let text = std::fs::read_to_string(player.join(&name)).expect("a text");
        assert!(text.lines().count() <= 250, "{name}");
    }
}
