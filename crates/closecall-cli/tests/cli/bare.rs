//! `closecall` without a command.

use crate::program::{Folder, closecall, closecall_in};

#[test]
fn the_built_in_flight_is_flown_without_any_file() {
    let run = closecall::<&str>(&[]);
    assert_eq!(run.code, 0);
    for word in ["found", "speed", "build", "first contact", "all pairs"] {
        assert!(run.stdout.contains(word), "no `{word}` in {}", run.stdout);
    }
    assert!(run.stderr.is_empty(), "{}", run.stderr);
}

#[test]
fn both_questions_agree_on_the_built_in_flight() {
    let run = closecall(&["--json"]);
    assert_eq!(run.code, 0);
    let json = run.json();
    let [first, all] = [&json["first"], &json["all"]];
    let colliding = first["colliding"].as_u64().unwrap();
    assert!(colliding > 0 && colliding < first["poses"].as_u64().unwrap());
    assert_eq!(first["colliding"], all["colliding"]);
    assert!(all["contacts"].as_u64().unwrap() > colliding);
    assert_eq!(json["report"], "closecall-report.html");
}

#[test]
fn where_no_page_can_be_written_there_is_an_answer_all_the_same() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("closecall-report.html")).unwrap();
    let run = closecall_in(&folder.dir(), &["--json"]);
    assert_eq!(run.code, 0);
    let json = run.json();
    assert!(
        json["warnings"][0]
            .as_str()
            .unwrap()
            .starts_with("no page is written: closecall-report.html"),
        "{json}"
    );
    assert!(json.get("report").is_none() && json["all"]["contacts"].as_u64() > Some(0));
}
