//! `closecall` without a command.

use crate::program::closecall;

#[test]
fn the_built_in_flight_is_flown_without_any_file() {
    let run = closecall::<&str>(&[]);
    assert_eq!(run.code, 0);
    for word in ["found", "speed", "cost", "build", "first contact", "all pairs"] {
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
}
