//! State that an earlier program or the machine has left behind is not known: variables that the
//! program reads and never sets, and what G92 has stored. What depends on them is not checked,
//! unless it is told.

use closecall_mill::gcode::{Dialect, GcodeOptions, Interpreter, Places, ToldVariables};
use glam::DVec3;

/// The result of a program: moves that are known and that are not, the variables that it never set,
/// where X was last, and what was noted; or why it was refused.
struct Read {
    known: u64,
    unknown: u64,
    variables: Vec<String>,
    x: f64,
    notes: Vec<String>,
}

fn read_with(text: &str, options: GcodeOptions) -> Result<Read, String> {
    let mut program = Interpreter::new(text.as_bytes(), options);
    let (mut known, mut unknown, mut x) = (0, 0, f64::NAN);
    while let Some(step) = program.step().map_err(|error| error.to_string())? {
        known += step.way.moves.len() as u64;
        unknown += step.way.unchecked;
        x = step.way.moves.last().map_or(x, |one| one.path.end()[0]);
    }
    let variables = program.unknown_variables().map(str::to_string).collect();
    let notes = program.notes().iter().map(|note| note.text.clone()).collect();
    Ok(Read { known, unknown, variables, x, notes })
}

fn options(dialect: Dialect, told: &[(&str, Option<f64>)]) -> GcodeOptions {
    let places = Places { start: Some([0.0; 3]), ..Places::default() };
    let mut variables = ToldVariables::default();
    told.iter().for_each(|&(name, value)| variables.tell(name, value).unwrap());
    GcodeOptions { dialect, places, variables, ..GcodeOptions::default() }
}

fn read(text: &str, dialect: Dialect, told: &[(&str, Option<f64>)]) -> Read {
    read_with(text, options(dialect, told)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every kind of variable, in every place where a value can stand.
#[test]
fn a_variable_that_the_program_never_set_is_not_known() {
    for (variable, dialect) in [
        ("#1", Dialect::LinuxCnc),
        ("#30", Dialect::LinuxCnc),
        ("#31", Dialect::LinuxCnc),
        ("#5000", Dialect::LinuxCnc),
        ("#5599", Dialect::LinuxCnc),
        ("#1", Dialect::Fanuc),
        ("#33", Dialect::Fanuc),
        ("#100", Dialect::Fanuc),
        ("#500", Dialect::Haas),
        ("#1000", Dialect::Fanuc),
    ] {
        let plain = &variable[1..];
        for (text, unknown, told) in [
            // Two of three moves: to the place, and on from there.
            ("G0 X1\nX?\nX3 Y3\nX4\n", 2, 3.0),
            ("G0 X1\nX[2*?]\nX3 Y3\nX4\n", 2, 3.0),
            ("G0 X1\n#9=?\nX#9\nX3 Y3\nX4\n", 2, 3.0),
            ("G0 X1\nG92 X?\nX3\nX4\n", 2, 3.0),
            // What decides where the program goes: all from there on.
            ("G0 X1\nG? X3\nX3\nX4\n", 1, 3.0),
            ("G0 X1\nG2 X3 I?\nG0 X4\n", 1, 3.0),
            ("G0 X1\nG4 P?\nX4\n", 1, 3.0),
        ] {
            let text = text.replace('?', variable);
            let found = read(&text, dialect, &[]);
            assert_eq!(found.unknown, unknown, "{dialect:?} {text}");
            assert_eq!(found.variables, [variable], "{dialect:?} {text}");
            let flag = format!("--variable {plain}=VALUE");
            assert!(found.notes.iter().any(|note| note.contains(&flag)), "{:?}", found.notes);
            let found = read(&text, dialect, &[(plain, Some(1.0))]);
            assert_eq!(found.unknown, 0, "{dialect:?} {text}");
            assert!(found.known > 1 && found.x >= told, "{dialect:?} {text}");
            assert!(found.variables.is_empty(), "{dialect:?} {text}");
        }
    }
}

#[test]
fn flow_that_depends_on_a_variable_that_was_never_set_is_not_known() {
    for (text, dialect) in [
        ("G0 X1\no1 if [? EQ 1]\nX5\no1 endif\nX6\n", Dialect::LinuxCnc),
        ("G0 X1\no1 while [#7 LT ?]\nX5\n#7=[#7+1]\no1 endwhile\nX6\n", Dialect::LinuxCnc),
        ("G0 X1\no1 repeat [?]\nX5\no1 endrepeat\nX6\n", Dialect::LinuxCnc),
        ("G0 X1\nM98 P?\nX6\nM2\nO1\nX5\nM99\n", Dialect::LinuxCnc),
        ("G0 X1\nIF [? EQ 1] GOTO 5\nX5\nN5 X6\n", Dialect::Fanuc),
        ("G0 X1\nWHILE [? EQ 0] DO1\nX5\n#?=1\nEND1\nX6\n", Dialect::Fanuc),
        ("G0 X1\nGOTO ?\nN1 X6\n", Dialect::Fanuc),
        ("G0 X1\nIF [? EQ #0] GOTO 5\nX6\nN5\n", Dialect::Fanuc),
        ("G0 X1\nIF [#0 NE ?] GOTO 5\nX5\nN5 X6\n", Dialect::Fanuc),
        ("G0 X1\nG65 P1 X?\nX6\nM30\nO1\nIF [#24 EQ 1] GOTO 5\nX5\nN5\nM99\n", Dialect::Fanuc),
    ] {
        let text = text.replace('?', "#100");
        let found = read(&text, dialect, &[("7", Some(0.0))]);
        assert_eq!((found.known, found.unknown), (1, 1), "{text}");
        let found = read(&text, dialect, &[("7", Some(0.0)), ("100", Some(1.0))]);
        assert_eq!((found.unknown, found.x), (0, 6.0), "{text}");
    }
}

#[test]
fn names_that_an_earlier_program_may_have_set_are_not_known() {
    for name in ["_depth", "depth"] {
        let exists = format!("G0 X1\no1 if [EXISTS[#<{name}>]]\nX5\no1 else\nX6\no1 endif\n");
        let found = read(&exists, Dialect::LinuxCnc, &[]);
        assert_eq!((found.known, found.unknown), (1, 1));
        assert_eq!(found.variables, [format!("#<{name}>")]);
        assert_eq!(read(&exists, Dialect::LinuxCnc, &[(name, Some(3.0))]).x, 5.0);
        assert_eq!(read(&exists, Dialect::LinuxCnc, &[(name, None)]).x, 6.0);
        // LinuxCNC makes a name that a line sets, as 0 if there was none.
        let more = format!("G0 X1\n#<{name}>=[#<{name}>+2]\nX#<{name}>\n");
        assert_eq!(read(&more, Dialect::LinuxCnc, &[]).unknown, 1);
        assert_eq!(read(&more, Dialect::LinuxCnc, &[(name, Some(3.0))]).x, 5.0);
        assert_eq!(read(&more, Dialect::LinuxCnc, &[(name, None)]).x, 2.0);
        // LinuxCNC refuses one that there is not.
        let error = read_with(&format!("G0 X#<{name}>\n"), options(Dialect::LinuxCnc, &[]));
        let error = error.err().unwrap();
        assert!(error.contains("line 1") && error.contains("--variable"), "{error}");
    }
    // What a subprogram names is its own.
    let sub = "o1 sub\nG0 X[EXISTS[#<depth>]]\nX#5\no1 endsub\no1 call [1]\nX#<_value>\n";
    assert_eq!(read(sub, Dialect::LinuxCnc, &[]).unknown, 0);
}

/// A variable that the program sets first is known, wherever it was set.
#[test]
fn what_the_program_sets_itself_is_known() {
    for (text, dialect) in [
        ("#1=2 #100=3\nG0 X[#1+#100]\n", Dialect::LinuxCnc),
        ("o1 sub\n#100=5\no1 endsub\no1 call\nG0 X#100\n", Dialect::LinuxCnc),
        ("o1 sub\nG0 X[#1+#2]\no1 endsub\no1 call [5]\n", Dialect::LinuxCnc),
        ("G65 P1 X5\nM30\nO1\nG0 X#24\nIF [#1 EQ #0] GOTO 5\nX7\nN5\nM99\n", Dialect::Fanuc),
        ("#1=#0\nG0 X5\nX#1\n", Dialect::Fanuc),
    ] {
        let found = read(text, dialect, &[]);
        assert_eq!((found.unknown, found.x), (0, 5.0), "{text}");
        assert!(found.variables.is_empty(), "{text}");
    }
    assert_eq!(read("G0 X5\nX#1\n", Dialect::Fanuc, &[("1", None)]).x, 5.0);
    assert_eq!(read("G0 X5\nX#1\n", Dialect::Fanuc, &[]).unknown, 1);
}

/// Zeros and homes of the machine, which variables show.
#[test]
fn variables_of_the_control_are_known_as_far_as_places_are_told() {
    let told = || {
        let mut options = options(Dialect::LinuxCnc, &[]);
        for (name, at) in [("G54", 10.0), ("G55", 20.0), ("G92", 3.0)] {
            options.places.set_work(name, DVec3::splat(at)).unwrap();
        }
        options.places.set_home("G28", DVec3::splat(90.0)).unwrap();
        options.places.set_home("G30", DVec3::splat(70.0)).unwrap();
        options
    };
    for (number, value) in [
        (5221, 10.0),
        (5243, 20.0),
        (5212, 3.0),
        // In machine coordinates.
        (5161, 100.0),
        (5183, 80.0),
    ] {
        let text = format!("G21 G0 X1\nX#{number}\nX[#{number}+1]\n");
        let bare = read(&text, Dialect::LinuxCnc, &[]);
        assert_eq!((bare.known, bare.unknown), (1, 2), "{text}");
        let found = read_with(&text, told()).unwrap();
        assert_eq!((found.unknown, found.x), (0, value + 1.0), "{text}");
        // All others that are told are not used.
        let unused = found.notes.iter().filter(|note| note.contains("never asks for it"));
        assert_eq!(unused.count(), if number == 5221 { 4 } else { 3 }, "{:?}", found.notes);
    }
    for number in [5061, 5063, 5070, 5164, 5201, 5241, 5399, 5401, 5410] {
        let found = read(&format!("G21 G0 X1\nX#{number}\n"), Dialect::LinuxCnc, &[]);
        assert_eq!(found.unknown, 1, "#{number}");
    }
    for number in ["5161", "5221", "5211", "5061", "5420"] {
        let error = read_with("G0 X1\n", options(Dialect::LinuxCnc, &[(number, Some(1.0))]));
        assert!(error.err().unwrap().contains("the control's own"), "{number}");
    }
}

#[test]
fn variables_that_cannot_be_told_are_refused() {
    for (dialect, name, value, words) in [
        (Dialect::LinuxCnc, "0", Some(1.0), "no such variable"),
        (Dialect::LinuxCnc, "5603", Some(1.0), "no such variable"),
        (Dialect::LinuxCnc, "100", None, "has a value"),
        (Dialect::LinuxCnc, "_x", Some(1.0), "control's own"),
        (Dialect::Fanuc, "0", Some(1.0), "has no value"),
        (Dialect::Fanuc, "3000", Some(1.0), "control's own"),
        (Dialect::Fanuc, "5221", Some(1.0), "control's own"),
    ] {
        let options = options(dialect, &[(name, value)]);
        let error = options.check_variables().unwrap_err();
        assert!(error.contains(words), "{name}: {error}");
        assert!(read_with("G0 X1\n", options).is_err());
    }
    let mut variables = ToldVariables::default();
    for (name, value, words) in [
        ("", Some(1.0), "a number or a name"),
        ("1.5", Some(1.0), "a number or a name"),
        ("-3", Some(1.0), "a number or a name"),
        ("5", Some(f64::NAN), "no number"),
    ] {
        assert!(variables.tell(name, value).unwrap_err().contains(words), "{name}");
    }
    variables.tell("#<_Depth>", Some(1.0)).unwrap();
    assert!(variables.tell("_depth", None).unwrap_err().contains("twice"));
    let text = "G0 X1\nX#100\n";
    let notes = read(text, Dialect::LinuxCnc, &[("100", Some(1.0)), ("_depth", Some(1.0))]).notes;
    let unused: Vec<&String> = notes.iter().filter(|note| note.contains("never asks")).collect();
    assert_eq!(unused, ["--variable _depth was told, but the program never asks for it"]);
}

#[test]
fn the_shift_that_an_earlier_program_stored_can_be_told() {
    let with = |text: &str| {
        let mut options = options(Dialect::LinuxCnc, &[]);
        options.places.set_work("G92", DVec3::new(10.0, 0.0, 0.0)).unwrap();
        let found = read_with(text, options).unwrap();
        let is_unused = found.notes.iter().any(|note| note.contains("--work G92 was told"));
        (found.unknown, found.x, is_unused)
    };
    assert_eq!(with("G21 G0 X1\nG92.3\nX5\n"), (0, 15.0, false));
    assert_eq!(with("G92.3\nG21 G0 X5\n"), (0, 15.0, false));
    // In the unit of the first motion, wherever G92.3 stands.
    assert_eq!(with("G92.3\nG20 G0 X5\n"), (0, 15.0, false));
    assert_eq!(with("G20 G92.3\nG0 X5\n"), (0, 15.0, false));
    assert_eq!(with("G21 G0 X1\nG92.3\nG92.2\nX5\nG92.3\nX5\n"), (0, 15.0, false));
    // The program's own counts from there on.
    assert_eq!(with("G21 G0 X1\nG92 X0\nG92.2\nG92.3\nX5\n"), (0, 6.0, true));
    assert_eq!(with("G21 G0 X1\nG92.1\nG92.3\nX5\n"), (0, 5.0, true));
    assert_eq!(read("G21 G0 X1\nG92.3\nX5\n", Dialect::LinuxCnc, &[]).unknown, 1);
    // That none is in force at first is said where it counts.
    for (text, is_noted) in [
        ("G0 X1\nG92.1\nX2\n", true),
        ("G0 X1\nG92.2\nX2\n", true),
        ("G92.1\nG0 X1\n", false),
        ("G0 X1\nG92 X0\nG92.1\nX2\n", false),
    ] {
        let notes = read(text, Dialect::LinuxCnc, &[]).notes;
        let found = notes.iter().any(|note| note.contains("none is taken to be in force"));
        assert_eq!(found, is_noted, "{text}");
    }
}

#[test]
fn modes_that_the_program_does_not_choose_are_noted() {
    let noted = |text: &str, words: &str| {
        let notes = read(text, Dialect::LinuxCnc, &[]).notes;
        notes.iter().filter(|note| note.contains(words)).count()
    };
    let arc = "G0 X1 Z5\nG2 X3 R5\nG2 X5 R5\n";
    assert_eq!(noted(arc, "neither G90 nor G91"), 1);
    assert_eq!(noted(arc, "neither G17, G18 nor G19"), 1);
    assert_eq!(noted("G0 Z5\nG81 X1 R1 Z0\nX2\n", "neither G17, G18 nor G19"), 1);
    assert_eq!(noted("G0 Z5\nG1 X2\n", "neither G17, G18 nor G19"), 0);
    for chosen in ["G90 G17", "G91 G17"] {
        assert_eq!(noted(&format!("{chosen}\n{arc}"), "neither G9"), 0);
        assert_eq!(noted(&format!("{chosen}\n{arc}"), "neither G17"), 0);
    }
}
