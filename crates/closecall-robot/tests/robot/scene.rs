//! Scene files: what they say, what is refused, and the planning problems of the shared folder.

use closecall::engine::geom::{GlamMesh as _, GlamPose as _};
use std::path::Path;

use closecall_robot::Scene;
use closecall_robot::scene::{SceneFile, SceneTable};

use super::samples::{ZOO, shared};

/// A pusher that slides into a ball on a cart, past a post that may be touched; the zoo looks on.
pub const PUSHER: &str = r#"{
  "schema_version": 1,
  "name": "pusher",
  "bodies": [
    { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "on": "cart", "pose": { "t": [0, 0, 1] } },
    { "name": "cart", "pose": { "t": [4, 0, 0] } },
    { "name": "post", "mesh": "post.obj", "fixed": true, "groups": ["yard"], "meets": ["default"] },
    { "name": "pusher", "shape": { "box": { "size": [1, 0.2, 0.2] } },
      "poses": [ { "t": [1, 0, 1] }, { "t": [3, 0, 1], "q": [0, 1, 0, 0] }, { "t": [3.2, 0, 1] } ] }
  ],
  "robots": [ { "name": "zoo", "urdf": "zoo.urdf", "pose": { "t": [0, 50, 0] }, "positions_file": "zoo.csv", "positions": { "turn": 1, "fly/tz": 5 } } ],
  "allow": [ ["post", "pusher"] ]
}"#;

const POST: &str = "v 2 -1 -1\nv 2 1 -1\nv 2 0 3\nf 1 2 3\n";
const STEPS: &str = "lift,grip\n0,0.05\n0.5,0.05\n1,0.1\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("scene.json", PUSHER), ("post.obj", POST), ("zoo.urdf", ZOO), ("zoo.csv", STEPS)]
    {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The pairs that touch in every step, by name.
fn touching(scene: &mut Scene) -> Vec<Vec<(String, String)>> {
    let mut all = Vec::new();
    for step in &scene.steps {
        scene.world.set_poses(&step.poses).unwrap();
        let pairs = scene.world.collisions();
        let name = |handle| scene.world.name(handle).unwrap().to_owned();
        all.push(pairs.into_iter().map(|(a, b)| (name(a), name(b))).collect());
    }
    all
}

#[test]
fn a_scene_moves_as_its_file_says() {
    let folder = folder();
    let mut scene = Scene::load(&folder.path().join("scene.json")).unwrap();
    assert_eq!((scene.name.as_str(), scene.steps.len(), scene.warnings.len()), ("pusher", 3, 0));
    let names: Vec<&str> =
        scene.world.handles().map(|handle| scene.world.name(handle).unwrap()).collect();
    assert_eq!(
        (&names[..4], names.last()),
        (&["cart", "post", "pusher", "zoo/floor"][..], Some(&"ball"))
    );
    let touches = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    // The ball's mesh touches it from outside, so that half a unit from its middle is already
    // inside.
    assert_eq!(
        touching(&mut scene),
        [vec![], vec![touches("pusher", "ball")], vec![touches("pusher", "ball")]]
    );
    let drone = scene.world.handle("zoo/drone").unwrap();
    assert_eq!(scene.world.world_from_body(drone).unwrap().shift().to_array(), [0.0, 50.0, 5.0]);
    let flange = scene.world.handle("zoo/flange").unwrap();
    let (sin, cos) = 1f64.sin_cos();
    let at = scene.world.world_from_body(flange).unwrap().shift();
    assert!((at.x - cos * cos).abs() < 1e-12 && (at.z - 1.2 - sin).abs() < 1e-12, "{at}");
}

#[test]
fn allowances_and_groups_are_minded() {
    let folder = folder();
    let at = |text: &str| {
        let file = SceneFile::parse(Path::new("scene.json"), text.as_bytes()).unwrap();
        touching(&mut Scene::new(&folder.path().join("scene.json"), &file).unwrap()).remove(0)
    };
    let through = PUSHER.replace("{ \"t\": [1, 0, 1] }", "{ \"t\": [2, 0, 1] }");
    assert_eq!(at(&through), []);
    let disallowed = through.replace("\"allow\": [ [\"post\", \"pusher\"] ]", "\"allow\": []");
    assert_eq!(at(&disallowed), [("post".to_owned(), "pusher".to_owned())]);
    assert_eq!(at(&disallowed.replace("\"meets\": [\"default\"]", "\"meets\": [\"yard\"]")), []);
    // A robot as a whole.
    let beside = disallowed.replace("\"t\": [0, 50, 0]", "\"t\": [2, 0, 0]");
    let post_and_robot =
        at(&beside).into_iter().filter(|(a, b)| a == "post" && b.starts_with("zoo/")).count();
    assert!(post_and_robot > 0);
    let allowed = beside.replace("\"allow\": []", "\"allow\": [[\"zoo\", \"post\"]]");
    assert!(at(&allowed).iter().all(|(a, b)| !(a == "post" && b.starts_with("zoo/"))));
}

#[test]
fn every_fault_has_its_place() {
    let folder = folder();
    let refused = |from: &str, to: &str| {
        assert!(PUSHER.contains(from), "{from}");
        let file = folder.path().join("scene.json");
        let parsed = SceneFile::parse(&file, PUSHER.replace(from, to).as_bytes());
        let error = parsed
            .and_then(|entries| Scene::new(&file, &entries))
            .map(|scene| scene.name)
            .unwrap_err();
        format!("{}: {}", error.place().in_words().unwrap_or_default(), error.message())
    };
    let cases = [
        (
            "\"radius\": 0.5",
            "\"radius\": \"x\"",
            "bodies[0].shape.sphere.radius, line 5 column 58: invalid type: string \"x\", expected f64",
        ),
        (
            "\"radius\": 0.5",
            "\"radius\": -1",
            "bodies[0].shape: 'radius' is -1, not a finite number above 0",
        ),
        (
            "\"radius\": 0.5",
            "\"radius\": 1e999",
            "bodies[0].shape.sphere.radius, line 5 column 60: number out of range",
        ),
        ("\"sphere\"", "\"spheer\"", "bodies[0].shape, line 5 column 41: unknown variant `spheer`"),
        (
            "\"fixed\": true",
            "\"fixt\": true",
            "bodies[2].fixt, line 7 column 48: unknown field `fixt`, expected one of",
        ),
        (
            "\"on\": \"cart\"",
            "\"on\": \"art\"",
            "bodies[0].on: there is no body, frame or link 'art'",
        ),
        (
            "\"name\": \"cart\",",
            "\"name\": \"cart\", \"on\": \"ball\",",
            "bodies[0].on: there is no body, frame or link 'cart', or it is attached to this one",
        ),
        ("\"name\": \"cart\",", "\"name\": \"pusher\",", "bodies[3]: there is a 'pusher' already"),
        ("\"name\": \"zoo\",", "\"name\": \"pusher\",", "robots[0]: there is a 'pusher' already"),
        ("\"name\": \"ball\",", "\"name\": \"zoo\",", "bodies[0]: there is a 'zoo' already"),
        (
            "\"q\": [0, 1, 0, 0]",
            "\"q\": [0, 1, 0, 1]",
            "bodies[3].poses[1]: the quaternion's norm is 1.414",
        ),
        (
            "\"q\": [0, 1, 0, 0]",
            "\"q\": [0, 1, 0]",
            "bodies[3].poses[1].q, line 9 column 69: invalid length 3, expected an array of length 4",
        ),
        ("\"mesh\": \"post.obj\"", "\"mesh\": \"gone.obj\"", "bodies[2].mesh: "),
        ("\"mesh\": \"post.obj\"", "\"mesh\": \"zoo.csv\"", "bodies[2].mesh: "),
        (
            "\"pose\": { \"t\": [4, 0, 0] }",
            "\"pose\": {}, \"poses\": []",
            "bodies[1]: there is more than one of pose, poses and poses_file",
        ),
        ("\"pose\": { \"t\": [4, 0, 0] }", "\"poses\": []", "bodies[1].poses: there is none"),
        (
            "\"pose\": { \"t\": [4, 0, 0] }",
            "\"poses\": [{}]",
            "bodies[3]: it has 3 steps, but bodies[1] has 1",
        ),
        (
            "\"turn\": 1",
            "\"tern\": 1",
            "robots[0].positions: there is no joint 'tern' to be set; there are drive/x",
        ),
        (
            "\"post\", \"pusher\"",
            "\"post\", \"pushers\"",
            "allow[0]: there is no body, link or robot 'pushers'",
        ),
        (
            "\"schema_version\": 1",
            "\"schema_version\": 2",
            "schema_version: it is 2, and this program reads 1",
        ),
        ("  \"schema_version\": 1,\n", "", "line 12 column 1: missing field `schema_version`"),
        ("[4, 0, 0]", "[1e30, 0, 0]", "bodies[1]: `cart` would be 1e30 from the origin"),
        ("[3.2, 0, 1]", "[1e30, 0, 1]", "step 2: `pusher` would be 1e30 from the origin"),
        ("\"allow\": [ [\"post\", \"pusher\"] ]\n}", "", "line 12 column 2: EOF while parsing"),
    ];
    let mut wrong = Vec::new();
    for (from, to, expected) in cases {
        let found = refused(from, to);
        if !found.starts_with(expected) {
            wrong.push(format!("{to}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_table_is_refused_with_its_row() {
    let folder = folder();
    let refused = |text: &str| {
        std::fs::write(folder.path().join("zoo.csv"), text).unwrap();
        let error = Scene::load(&folder.path().join("scene.json")).unwrap_err();
        assert!(error.file().ends_with("zoo.csv"), "{error}");
        format!("{}: {}", error.place(), error.message())
    };
    let cases = [
        ("", "line 1: the file is empty: expected the names of the joints"),
        ("lift\n", "row 0 (line 2): there is no row"),
        ("lift,lift\n0,0\n", "line 1: the joint 'lift' is given twice"),
        ("lift,follow\n0,0\n", "line 1: the joint 'follow' follows 'grip' and cannot be set"),
        ("lift,grip\n0\n", "row 0 (line 2): expected 2 fields, found 1"),
        ("# up\n\nlift\n0\n\n# on\nx\n", "row 1 (line 7): lift is `x`, not a number"),
        ("0.5\n1\n", "line 1: there are numbers, `0.5`, where the names of the columns belong"),
        ("time,lift\n0,0\nnan,1\n", "row 1 (line 3): time is NaN, not a finite number"),
        ("lift\n0\nnan\n", "row 1 (line 3): lift is NaN, not a finite number"),
        (
            "lift\n0\n0.5\n1.7\n",
            "row 2 (line 4): the joint 'lift' is at 1.7, outside its limits -0.5 to 1.5",
        ),
    ];
    for (text, expected) in cases {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    let table = |bytes: &[u8]| SceneTable::parse(Path::new("t.csv"), bytes);
    assert_eq!(table(b"\xef\xbb\xbfa, b\r\n1,\t2 \r\n\r\n").unwrap(), table(b"a,b\n1,2").unwrap());
    assert_eq!(
        table(b"a\n1\n\xff\n").unwrap_err().to_string(),
        "t.csv, row 1 (line 3): the line is not UTF-8 text"
    );
}

#[test]
fn every_known_pose_of_a_planning_problem_is_free() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("data/ompl");
    let mut problems: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    problems.retain(|path| path.to_string_lossy().ends_with(".scene.json"));
    assert!(problems.len() >= 8, "{problems:?}");
    let mut steps = 0;
    for problem in problems {
        let mut scene = Scene::load(&problem).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (scene.steps[0].name.as_str(), scene.steps.last().unwrap().name.as_str()),
            ("start", "goal")
        );
        let found = touching(&mut scene);
        let hits: Vec<_> =
            scene.steps.iter().zip(&found).filter(|(_, found)| !found.is_empty()).collect();
        assert!(
            hits.is_empty(),
            "{}: {:?}",
            scene.name,
            hits.iter().map(|(step, _)| &step.name).collect::<Vec<_>>()
        );
        steps += scene.steps.len();
        assert!(
            collides_somewhere(&mut scene),
            "{}: a corner of the one at a corner of the other",
            scene.name
        );
    }
    assert!(steps > 480, "{steps}");
}

/// With its first corner at a corner of what stands there, the robot mostly reaches into it.
fn collides_somewhere(scene: &mut Scene) -> bool {
    let [env, robot] = ["env", "robot"].map(|name| scene.world.handle(name).unwrap());
    let corners = |handle, count| {
        let mesh = scene.world.model(handle).unwrap().unwrap().mesh();
        mesh.points().iter().copied().take(count).collect::<Vec<_>>()
    };
    let (targets, corner) = (corners(env, 20), corners(robot, 1)[0]);
    targets.into_iter().any(|target| {
        let pose = closecall::Pose::from_translation((target - corner).to_array()).unwrap();
        scene.world.set_pose(robot, pose).unwrap();
        scene.world.collides()
    })
}

#[test]
fn a_mesh_that_many_bodies_name_is_loaded_once() {
    let folder = folder();
    let body = |k: usize| {
        let mesh = if k.is_multiple_of(2) { "post.obj" } else { "./post.obj" };
        format!(r#"{{ "name": "{k}", "mesh": "{mesh}", "pose": {{ "t": [{k}, 0, 0] }} }}"#)
    };
    let bodies = (0..40).map(body).collect::<Vec<_>>().join(",");
    let file = folder.path().join("many.json");
    std::fs::write(&file, format!(r#"{{ "schema_version": 1, "bodies": [{bodies}] }}"#)).unwrap();
    let scene = Scene::load(&file).unwrap();
    assert_eq!(scene.world.handles().count(), 40);
    let is_post = |path: &&std::path::PathBuf| path.ends_with("post.obj");
    assert_eq!(scene.files.iter().filter(is_post).count(), 1);
}
