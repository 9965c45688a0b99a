//! Runs the program, and writes the small files it is run on.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The result of a run.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The one JSON object on standard output. It holds no null, so no number was lost to NaN on
    /// its way.
    pub fn json(&self) -> Value {
        let value = self.json_with_nulls();
        assert!(!has_null(&value), "a null in {value}");
        value
    }

    /// The one JSON object on standard output.
    pub fn json_with_nulls(&self) -> Value {
        let value: Value = serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!("{error} in {:?}, beside {:?}", self.stdout, self.stderr)
        });
        assert_eq!(value["schema_version"], 1);
        value
    }

    /// The place and message of an error, in the order `[file, place, message]`; a missing one is
    /// empty.
    pub fn error(&self) -> [String; 3] {
        assert_eq!(self.code, 2, "{} {}", self.stdout, self.stderr);
        let error = &self.json_with_nulls()["error"];
        assert!(error["message"].is_string(), "no message in {}", self.stdout);
        ["file", "place", "message"].map(|key| error[key].as_str().unwrap_or_default().to_owned())
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(map) => map.values().any(has_null),
        _ => false,
    }
}

/// Runs `closecall` with these arguments, where files that it writes on its own are in nobody's
/// way.
pub fn closecall<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Run {
    closecall_in(env!("CARGO_TARGET_TMPDIR"), arguments)
}

/// Runs `closecall` in a folder.
pub fn closecall_in<S: AsRef<std::ffi::OsStr>>(folder: &str, arguments: &[S]) -> Run {
    run(Command::new(crate::PROGRAM).args(arguments).current_dir(folder))
}

/// Runs `closecall` with shared libraries from this folder.
pub fn closecall_with_libraries<S: AsRef<std::ffi::OsStr>>(
    libraries: &Path,
    arguments: &[S],
) -> Run {
    let mut command = Command::new(crate::PROGRAM);
    run(command
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env("LD_LIBRARY_PATH", libraries))
}

/// Runs `closecall` with a variable of the environment.
pub fn closecall_with_variable<S: AsRef<std::ffi::OsStr>>(
    (name, value): (&str, &str),
    arguments: &[S],
) -> Run {
    let mut command = Command::new(crate::PROGRAM);
    run(command.args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).env(name, value))
}

fn run(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    let Output { status, stdout, stderr } = output;
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    let run = Run {
        code: status.code().expect("it exits by itself"),
        stdout: text(stdout),
        stderr: text(stderr),
    };
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run
}

/// A temporary folder with files in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    /// A flight of one cube past another, with these lines in `poses.csv` under the right header.
    pub fn flight(rows: &[&str]) -> Self {
        let folder = Self::new();
        folder.write("env.obj", cube());
        folder.write("obj.obj", cube());
        folder.write("poses.csv", format!("tx,ty,tz,qw,qx,qy,qz\n{}\n", rows.join("\n")));
        folder
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.path().join(name), content).expect("a temporary file can be written");
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("the file is there")
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("the path is text").to_owned()
    }

    /// Checks `obj.obj` past `env.obj` along `poses.csv`.
    pub fn check_path(&self, flags: &[&str]) -> Run {
        let [env, obj, poses] = ["env.obj", "obj.obj", "poses.csv"].map(|name| self.path(name));
        closecall(&[&["check", &env, &obj, "--path", &poses][..], flags].concat())
    }

    pub fn dir(&self) -> String {
        self.path("")
    }
}

/// The unit cube as OBJ, 12 triangles.
pub fn cube() -> String {
    let corners = (0..8).map(|k| format!("v {} {} {}\n", k & 1, k >> 1 & 1, k >> 2 & 1));
    let sides =
        [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
    let faces = sides.iter().map(|[a, b, c, d]| format!("f {a} {b} {c}\nf {a} {c} {d}\n"));
    corners.chain(faces).collect()
}

/// The folder of recorded flights and meshes, if this machine has it.
pub fn shared() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("CLOSECALL_SHARED")
        .map_or_else(|| workspace.join("../shared"), PathBuf::from);
    if shared.is_dir() {
        return Some(shared);
    }
    // Not by println!, which tests keep to themselves where they pass.
    _ = writeln!(
        std::io::stderr(),
        "skipped: there is no {} (CLOSECALL_SHARED names another)",
        shared.display()
    );
    None
}
