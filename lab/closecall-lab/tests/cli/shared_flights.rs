//! The recorded flights, where this machine has them: the counts on which other libraries agree.

use crate::program::{closecall, shared};

#[test]
fn recorded_flights_give_the_known_counts() {
    let Some(shared) = shared() else { return };
    for (name, colliding, contacts) in [
        ("tetras", 615, 42_812),
        ("torus", 119, 9_877),
        ("spheres", 5, 996),
        ("bunny", 600, 14_113),
    ] {
        let folder = shared.join("flights").join(name);
        let folder = folder.to_str().expect("the path is text");
        for (mode, count) in [("--first", colliding), ("--all", contacts)] {
            let run = closecall(&["fly", folder, mode, "--reps", "1", "--json"]);
            assert_eq!(run.code, 1);
            let json = run.json();
            assert_eq!(
                (json["colliding"].as_u64(), json["contacts"].as_u64()),
                (Some(colliding), Some(count)),
                "{name}"
            );
        }
    }
}
