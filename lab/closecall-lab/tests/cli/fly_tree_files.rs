//! `closecall-lab fly` with tree files in place of meshes.

use closecall::Model;
use closecall::mesh::shapes::icosphere;
use closecall::mesh::{WriteFormat, write};

use crate::program::{Folder, closecall, cube};

/// Two balls as OBJ and as tree files: `[mesh, tree]` of each.
fn bodies() -> (Folder, [[String; 2]; 2]) {
    let folder = Folder::new();
    let files = [("a", 1.0, 3), ("b", 0.5, 2)].map(|(name, radius, level)| {
        let ball = icosphere(radius, level);
        let [mesh, tree] =
            ["obj", "tree"].map(|ending| folder.path(&format!("{name}-ball.{ending}")));
        write(&mesh, &ball, WriteFormat::Obj).unwrap();
        Model::new(closecall::mesh::load(&mesh).unwrap().mesh).save(&tree).unwrap();
        [mesh, tree]
    });
    (folder, files)
}

#[test]
fn fly_answers_the_same_from_either() {
    let (folder, [[a, a_tree], [b, b_tree]]) = bodies();
    let rows: String =
        (0..40).map(|k| format!("{},0.05,0,0.6,0,0.8,0\n", f64::from(k) * 0.1 - 2.0)).collect();
    folder.write("poses.csv", format!("tx,ty,tz,qw,qx,qy,qz\n{rows}"));
    let out = folder.path("out.txt");
    let copy = |from: &str, to: &str| assert!(std::fs::copy(from, folder.path(to)).is_ok());
    let remove = |name: &str| assert!(std::fs::remove_file(folder.path(name)).is_ok());
    for flags in [&["--all"][..], &["--first"], &["--all", "--step", "0.1"]] {
        let flown = |others: &[&str]| {
            let fixed = ["fly", &folder.dir(), "--out", &out, "--reps", "1", "--json"];
            let run = closecall(&[&fixed, flags, others].concat());
            assert_eq!(run.code, 1, "{} {}", run.stdout, run.stderr);
            let json = run.json();
            let counters = [
                "env_tris",
                "obj_tris",
                "poses",
                "colliding",
                "contacts",
                "volume_tests",
                "triangle_tests",
            ];
            let from_tree_file = ["env", "obj"]
                .map(|body| json[format!("{body}_from_tree_file")].as_bool().unwrap());
            ((folder.read("out.txt"), counters.map(|key| json[key].as_u64())), from_tree_file)
        };
        copy(&a, "env.obj");
        copy(&b, "obj.obj");
        let (expected, built) = flown(&[]);
        assert_eq!(built, [false, false]);
        assert!(expected.1[3] < expected.1[2], "some poses are clear");
        assert_eq!(flown(&["--env", &a_tree, "--obj", &b_tree]), (expected.clone(), [true, true]));
        assert_eq!(flown(&["--obj", &b_tree]), (expected.clone(), [false, true]));
        assert_eq!(flown(&["--env", &a]), (expected.clone(), [false, false]));
        // A tree file under the name of an OBJ, and one under its own where there is no OBJ.
        copy(&a_tree, "env.obj");
        remove("obj.obj");
        copy(&b_tree, "obj.tree");
        assert_eq!(flown(&[]), (expected, [true, true]));
        remove("obj.tree");
    }
}

#[test]
fn fly_says_which_of_two_files_it_leaves() {
    let (folder, [[_, tree], _]) = bodies();
    for name in ["env.obj", "obj.obj"] {
        folder.write(name, cube());
    }
    folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n9,0,0,1,0,0,0\n");
    std::fs::copy(&tree, folder.path("env.tree")).unwrap();
    let json = closecall(&["fly", &folder.dir(), "--json"]).json();
    assert_eq!(json["env_tris"], 12);
    let warning = json["warnings"][0].as_str().unwrap();
    assert!(warning.ends_with("env.tree: not used, for there is env.obj"), "{warning}");
    let named =
        closecall(&["fly", &folder.dir(), "--env", &folder.path("env.tree"), "--json"]).json();
    assert_eq!(
        (named["env_tris"].as_u64(), named["warnings"].as_array().map(Vec::len)),
        (Some(1280), Some(0))
    );
    let text = closecall(&["fly", &folder.dir(), "--env", &folder.path("env.tree")]).stdout;
    assert!(
        text.contains("build   0 ms and ")
            && text.contains(" of a tree file for the environment, "),
        "{text}"
    );
}
