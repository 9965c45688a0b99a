//! Calls every function of the header with every wrong argument, one at a time: NULL, a handle that was freed or is
//! of another kind, a number that is none, a size that no memory has. Each is an error with a message, none writes
//! anything, and none is a crash. The calls are generated from the header, so that no parameter is left out.

mod common;

use common::{has, library, root, run};
use std::fs;
use std::process::Command;

const HANDLES: [&str; 8] = ["mesh", "model", "pair", "path", "query", "robot", "snapshot", "world"];

const NULL: &str = "NULL_ARGUMENT";
const HANDLE: &str = "BAD_HANDLE";
const VALUE: &str = "BAD_VALUE";
const FILE: &str = "BAD_FILE";

struct Parameter {
    function: String,
    type_name: String,
    name: String,
    number: usize,
}

/// A good argument, and wrong ones with the status of each.
struct Argument {
    good: String,
    wrong: Vec<(String, &'static str)>,
}

/// The functions of the header that return a status, and their parameters.
fn functions() -> Vec<(String, Vec<Parameter>)> {
    let header = fs::read_to_string(root().join("include/closecall.h")).unwrap();
    let code: String = header.lines().map(|line| line.split("//").next().unwrap()).collect();
    let mut found = Vec::new();
    for rest in code.split("closecall_status closecall_").skip(1) {
        let Some((name, rest)) = rest.split_once('(') else { continue };
        if !name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            continue;
        }
        let list = &rest[..rest.find(')').unwrap()];
        let parameter = |(number, text): (usize, &str)| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let start = text.rfind(['*', ' ']).unwrap() + 1;
            let type_name = text[..start].replace("struct ", "").trim().to_owned();
            Parameter { function: name.into(), type_name, name: text[start..].into(), number }
        };
        found.push((name.to_owned(), list.split(',').enumerate().map(parameter).collect()));
    }
    found
}

impl Parameter {
    /// The text that stands for it in C.
    fn argument(&self) -> Argument {
        self.handle()
            .or_else(|| self.option())
            .or_else(|| self.text())
            .or_else(|| self.structure())
            .or_else(|| self.numbers())
            .or_else(|| self.scalar())
            .unwrap_or_else(|| self.result())
    }

    fn is(&self, function: &str, name: &str) -> bool {
        self.function == function && self.name == name
    }

    /// A handle, or the place for one.
    fn handle(&self) -> Option<Argument> {
        let plain = self.type_name.trim_start_matches("const ").strip_prefix("closecall_")?;
        if let Some(kind) = plain.strip_suffix(" **")
            && HANDLES.contains(&kind)
        {
            let type_name = &self.type_name;
            let place = format!("({type_name})(void *)&f.made");
            let odd = format!("({type_name})(void *)((char *)room[0] + 1)");
            return Some(argument(place, [("NULL".into(), NULL), (odd, VALUE)]));
        }
        let kind = plain.strip_suffix(" *").filter(|kind| HANDLES.contains(kind))?;
        let other = if kind == "model" { "pair" } else { "model" };
        let type_name = &self.type_name;
        let mut wrong = vec![
            (format!("gone.{kind}"), HANDLE),
            (format!("({type_name})(void *)f.{other}"), HANDLE),
            (format!("({type_name})(void *)room"), HANDLE),
            (format!("({type_name})(uintptr_t)3"), HANDLE),
            (format!("({type_name})UINTPTR_MAX"), HANDLE),
        ];
        if !self.function.ends_with("_free") {
            wrong.push(("NULL".into(), NULL));
        }
        let good =
            if self.is("model_warning", "model") { "f.odd".into() } else { format!("f.{kind}") };
        Some(Argument { good, wrong })
    }

    /// An argument that may be NULL.
    fn option(&self) -> Option<Argument> {
        let (type_name, name) = (self.type_name.as_str(), self.name.as_str());
        match (self.function.as_str(), type_name, name) {
            (_, "const closecall_ask *", _) => {
                let fields = "size clearance negative limit accuracy tolerance seconds both start";
                let wrong = fields.split(' ').map(|field| (format!("&ask_{field}"), VALUE));
                Some(argument("&ask_good".into(), wrong.chain([misaligned(self, VALUE)])))
            }
            ("unit_warnings", _, "a_from_b") => {
                Some(argument("POSES".into(), not_poses().chain([misaligned(self, VALUE)])))
            }
            (_, "bool *", "is_complete") | ("robot_load", _, "srdf") => {
                let good = if name == "srdf" { "srdf_file" } else { "NULL" };
                Some(argument(good.into(), []))
            }
            ("pose_from_matrix", _, "deviation") | ("patches", _, "pairs" | "pair_count") => {
                Some(argument(self.place(), [misaligned(self, VALUE)]))
            }
            ("mesh_copy", "double *" | "uint32_t *", _) => {
                Some(argument(self.place(), [misaligned(self, VALUE)]))
            }
            (_, "void *", _) => Some(argument("NULL".into(), [])),
            _ => None,
        }
    }

    fn text(&self) -> Option<Argument> {
        if self.type_name != "const char *" {
            return None;
        }
        let (good, missing) = match (self.function.as_str(), self.name.as_str()) {
            ("model_save", _) => ("new_file", Some("\"no/such/folder/file\"")),
            ("model_open", _) => ("tree_file", Some("obj_file")),
            (_, "urdf") => ("urdf_file", Some("obj_file")),
            (_, "path") => ("obj_file", Some("urdf_file")),
            (_, "prefix") => ("\"again/\"", None),
            _ => ("\"tool\"", None),
        };
        let mut wrong = vec![("NULL".into(), NULL), ("\"\\xff\"".into(), VALUE)];
        wrong.extend(missing.map(|file| (file.to_owned(), FILE)));
        Some(Argument { good: good.into(), wrong })
    }

    /// A structure or an array of some that is read.
    fn structure(&self) -> Option<Argument> {
        let (kind, fields) = match self.type_name.as_str() {
            "const closecall_body *" => ("body", "size text empty parent pose padding count taken"),
            "const closecall_shape *" => ("shape", "kind taken pose size"),
            "const closecall_move *" => ("move", "body from to"),
            "const closecall_test *" => ("test", "size mode limit depth"),
            "const closecall_ray *" => ("ray", "kind origin toward zero"),
            "const closecall_factor *" => ("factor", "kind axis angle slide fixed"),
            "const closecall_package *" => ("package", "text"),
            "const closecall_path *const *" => {
                let wrong = [("NULL", NULL), ("paths_null", NULL), ("paths_freed", HANDLE)];
                return Some(argument("paths_good".into(), wrong.map(|(x, y)| (x.into(), y))));
            }
            "closecall_contact_visitor" => {
                return Some(argument("visit".into(), [("NULL".into(), NULL)]));
            }
            _ => return None,
        };
        let also: &[(&str, &'static str)] = match kind {
            "body" => &[("body_name", NULL), ("body_shapes", NULL)],
            "shape" => &[("shape_model", NULL), ("shape_freed", HANDLE)],
            "package" => &[("package_name", NULL), ("package_folder", NULL)],
            _ => &[],
        };
        let wrong = fields.split(' ').map(|field| (format!("&{kind}_{field}"), VALUE));
        let also = also.iter().map(|&(name, status)| (format!("&{name}"), status));
        let places = [("NULL".into(), NULL), misaligned(self, VALUE)];
        Some(argument(format!("&{kind}_good"), wrong.chain(also).chain(places)))
    }

    /// An array of numbers that is read.
    fn numbers(&self) -> Option<Argument> {
        let places = || [("NULL".into(), NULL), misaligned(self, VALUE)];
        if self.type_name == "const uint32_t *" {
            let is_mesh = self.name == "triangles";
            let (good, bad) = if is_mesh { ("FACES", "BAD_FACES") } else { ("&f.tool", "nobody") };
            let may_be_null = self.function == "query_set_active";
            let wrong = places().into_iter().skip(usize::from(may_be_null));
            return Some(argument(good.into(), wrong.chain([(bad.into(), VALUE)])));
        }
        if self.type_name != "const double *" {
            return None;
        }
        let good = match (self.function.as_str(), self.name.as_str()) {
            ("query_edges", _) | (_, "positions") => "REST",
            (_, "vertices" | "points") => "CORNERS",
            (_, "matrix") => "IDENTITY",
            (_, "axis" | "direction" | "translation" | "point") => "DIRECTION",
            (_, "quaternion") => "IDENTITY",
            _ => "POSES",
        };
        // A quaternion may be of any length.
        let wrong = not_poses().filter(|(name, _)| self.name != "quaternion" || name != "huge");
        Some(argument(good.into(), wrong.chain(places())))
    }

    /// A number.
    fn scalar(&self) -> Option<Argument> {
        let (function, name) = (self.function.as_str(), self.name.as_str());
        let all = |good: &str, wrong: &[&str]| {
            let wrong = wrong.iter().map(|text| ((*text).to_owned(), VALUE));
            Some(argument(good.to_owned(), wrong))
        };
        match (self.type_name.as_str(), name) {
            ("double", "scale") => all("0", &["NAN", "INFINITY", "-1"]),
            ("double", "time") => all("0.5", &["NAN", "-1", "1.5"]),
            ("double", "margin") if function == "world_set_pair_margin" => {
                all("0.5", &["NAN", "INFINITY"])
            }
            ("double", "margin" | "padding") => all("0.5", &["NAN", "INFINITY", "-1"]),
            ("double", _) => all("0.5", &["NAN", "INFINITY"]),
            ("int32_t", "is_enabled" | "may_touch" | "places_count") => all("1", &[]),
            ("int32_t", _) => all("0", &["99", "-1"]),
            ("uint32_t", "member" | "meets") => all("1", &[]),
            ("uint32_t", "robot") => all("0", &["999"]),
            ("uint32_t", "base" | "parent") => all("CLOSECALL_NO_BODY", &["999"]),
            ("uint32_t", "a") => all("f.wall", &["999", "CLOSECALL_NO_BODY"]),
            ("uint32_t", _) => all("f.tool", &["999", "CLOSECALL_NO_BODY"]),
            ("size_t", "most") => all("9", &[]),
            ("size_t", "index") => all("0", &["999999", "SIZE_MAX"]),
            ("size_t", "capacity" | "pair_capacity") => all("8", &["SIZE_MAX"]),
            ("size_t", "number_count") => all("f.width", &["f.width + 1", "0", "SIZE_MAX"]),
            ("size_t", "vertex_count") if function == "mesh_copy" => all("8", &["7", "SIZE_MAX"]),
            ("size_t", "triangle_count") if function == "mesh_copy" => {
                all("12", &["13", "SIZE_MAX"])
            }
            ("size_t", "vertex_count") => all("8", &["1", "0", "SIZE_MAX"]),
            ("size_t", "triangle_count") => all("12", &["0", "SIZE_MAX"]),
            ("size_t", "count") if function.ends_with("set_positions") => {
                all("f.width", &["f.width + 1", "0", "SIZE_MAX"])
            }
            ("size_t", "count") if function == "path_rows" => all("2", &["0", "1", "SIZE_MAX"]),
            ("size_t", _) => all("1", &["SIZE_MAX", "SIZE_MAX / 4"]),
            _ => None,
        }
    }

    /// A place for a result.
    fn result(&self) -> Argument {
        assert!(self.type_name.ends_with('*') && !self.type_name.starts_with("const"), "{self:?}");
        let bytes = ["bool *", "uint8_t *", "char *"].contains(&self.type_name.as_str());
        let odd = (!bytes).then(|| misaligned(self, VALUE));
        argument(self.place(), [("NULL".into(), NULL)].into_iter().chain(odd))
    }

    fn place(&self) -> String {
        format!("({})(void *)room[{}]", self.type_name, self.number)
    }
}

impl std::fmt::Debug for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}({} {})", self.function, self.type_name, self.name)
    }
}

fn argument(good: String, wrong: impl IntoIterator<Item = (String, &'static str)>) -> Argument {
    Argument { good, wrong: wrong.into_iter().collect() }
}

fn misaligned(parameter: &Parameter, status: &'static str) -> (String, &'static str) {
    (format!("({})(void *)((char *)room[{}] + 1)", parameter.type_name, parameter.number), status)
}

/// Numbers that are no pose, no point and no position.
fn not_poses() -> impl Iterator<Item = (String, &'static str)> {
    ["not_numbers", "infinite", "huge"].map(|name| (name.to_owned(), VALUE)).into_iter()
}

/// The program, and how many wrong calls it makes.
fn program() -> (String, usize) {
    let mut text = String::from(
        "#include \"fixture.h\"\n\nstatic fixture f, gone;\n\
         #define GOOD(what, call, free) \\\n  do { \\\n    make(&f); \\\n    good(what, call); \\\n    free; \\\n    \
         unmake(&f); \\\n  } while (0)\n\
         #define WRONG(what, expected, call) \\\n  do { \\\n    memcpy(room, untouched, sizeof room); \\\n    \
         f.made = NULL; \\\n    wrong(what, expected, call); \\\n  } while (0)\n\
         static void good(const char *what, closecall_status status) {\n  if (status == CLOSECALL_STATUS_OK) return;\n  \
         fprintf(stderr, \"%s: %s: %s\\n\", what, closecall_status_name(status), closecall_message());\n  exit(1);\n}\n\
         static int bad;\n\
         static void wrong(const char *what, closecall_status expected, closecall_status status) {\n  \
         const int is_kept = memcmp(room, untouched, sizeof room) == 0 && f.made == NULL;\n  \
         if (status == expected && is_kept && closecall_message()[0] != '\\0') return;\n  \
         fprintf(stderr, \"%s: %s, not %s%s\\n\", what, closecall_status_name(status),\n          \
         closecall_status_name(expected), is_kept ? \"\" : \", and something was written\");\n  bad = 1;\n}\n\n",
    );
    let (mut count, mut names) = (0, Vec::new());
    for (function, parameters) in functions() {
        let arguments: Vec<Argument> = parameters.iter().map(Parameter::argument).collect();
        let call = |changed: Option<(usize, &str)>| {
            let one = |(place, argument): (usize, &Argument)| match changed {
                Some((at, text)) if at == place => text.to_owned(),
                _ => argument.good.clone(),
            };
            let list: Vec<String> = arguments.iter().enumerate().map(one).collect();
            format!("closecall_{function}({})", list.join(", "))
        };
        let made = parameters.iter().find_map(|parameter| {
            let kind = parameter.type_name.strip_prefix("closecall_")?.strip_suffix(" **")?;
            Some(format!("closecall_{kind}_free((closecall_{kind} *)f.made)"))
        });
        // The files of this robot have no warnings, so that what receives one is not reached.
        let has_none = function == "robot_warning";
        if !has_none {
            text += &format!("static void good_{function}(void) {{\n  ");
            let free = made.unwrap_or_else(|| "(void)0".into());
            text += &format!("GOOD(\"{function}\", {}, {free});\n}}\n", call(None));
            names.push(format!("good_{function}"));
        }
        text += &format!("static void wrong_{function}(void) {{\n");
        for (place, (parameter, argument)) in parameters.iter().zip(&arguments).enumerate() {
            if has_none && ["text", "capacity", "count"].contains(&parameter.name.as_str()) {
                continue;
            }
            for (wrong, status) in &argument.wrong {
                let call = call(Some((place, wrong)));
                let what =
                    format!("{function}, {}: {}", parameter.name, wrong.replace(['"', '\\'], ""));
                text += &format!("  WRONG(\"{what}\", CLOSECALL_STATUS_{status}, {call});\n");
                count += 1;
            }
        }
        text += "}\n";
        names.push(format!("wrong_{function}"));
    }
    text += "\nint main(int count, char **arguments) {\n  if (count != 8) return 2;\n  \
             obj_file = arguments[1], odd_file = arguments[2], tree_file = arguments[3], new_file = arguments[4];\n  \
             urdf_file = arguments[5], srdf_file = arguments[6], folder = arguments[7];\n  \
             spoil();\n  make(&gone);\n  shape_freed.model = gone.model;\n  paths_freed[0] = gone.path;\n  \
             unmake(&gone);\n";
    let (good, wrong): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| name.starts_with("good_"));
    good.iter().for_each(|name| text += &format!("  {name}();\n"));
    text += "  make(&f);\n";
    wrong.iter().for_each(|name| text += &format!("  {name}();\n"));
    text += "  bool collides = false;\n  OK(closecall_pair_collides(f.pair, POSES, &collides));\n  unmake(&f);\n  \
             if (bad || !collides || closecall_live_handles() != 0) return 1;\n  puts(\"all refused\");\n  return 0;\n}\n";
    (text, count)
}

#[test]
fn every_wrong_argument_of_every_function_is_an_error() {
    let (text, count) = program();
    assert!(count > 900, "only {count} wrong calls were generated");
    let (library, place) = (library(), tempfile::tempdir().unwrap());
    let (source, binary) = (place.path().join("wrong.c"), place.path().join("wrong"));
    fs::write(&source, text).unwrap();
    // A polygon that is not planar: a model with a warning.
    fs::write(place.path().join("odd.obj"), "v 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\nf 1 2 3 4\n")
        .unwrap();
    for (compiler, flags) in
        [("gcc", &[][..]), ("gcc", &["-fsanitize=address,undefined"]), ("clang", &[])]
    {
        if !has(compiler) {
            continue;
        }
        let mut command = Command::new(compiler);
        command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g"]).args(flags);
        command.arg("-I").arg(root().join("include")).arg("-I").arg(root().join("tests/wrong"));
        command.arg(&source).arg("-L").arg(library.path()).args(["-lclosecall", "-lm"]);
        run(command.arg(format!("-Wl,-rpath,{}", library.path().display())).arg("-o").arg(&binary));
        let examples = root().join("../../examples");
        let mut command = Command::new(&binary);
        command.args([examples.join("gripper.obj"), place.path().join("odd.obj")]);
        command.args([place.path().join("cube.tree"), place.path().join("new.tree")]);
        command.args([examples.join("arm.urdf"), examples.join("arm.srdf"), examples]);
        assert!(run(&mut command).contains("all refused"));
    }
}
