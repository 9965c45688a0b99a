//! The language of programs: variables, expressions, conditions, loops and calls. The expected
//! values are what LinuxCNC's own interpreter prints; for Fanuc's macros they are from its manual.

use closecall_mill::gcode::{
    BlockStep, Dialect, GcodeOptions, Interpreter, Places, ProgramError, ToolPath,
};
use std::path::Path;

fn options(dialect: Dialect) -> GcodeOptions {
    let places = Places { start: Some([0.0; 3]), ..Places::default() };
    GcodeOptions { dialect, places, ..GcodeOptions::default() }
}

fn steps(text: &str, options: GcodeOptions) -> Result<(Vec<BlockStep>, Vec<String>), ProgramError> {
    let mut program = Interpreter::new(text.as_bytes(), options);
    let mut steps = Vec::new();
    while let Some(step) = program.step()? {
        steps.push(step);
    }
    Ok((steps, program.notes().iter().map(|note| note.text.clone()).collect()))
}

/// The X after each move.
fn xs_with(text: &str, options: GcodeOptions) -> Vec<f64> {
    let steps = steps(text, options).unwrap_or_else(|error| panic!("{text}: {error}")).0;
    steps.iter().flat_map(|step| step.way.moves.iter().map(|one| one.path.end()[0])).collect()
}

fn xs(text: &str) -> Vec<f64> {
    xs_with(text, options(Dialect::LinuxCnc))
}

fn refused(text: &str, dialect: Dialect) -> (u64, String) {
    let error = steps(text, options(dialect)).expect_err(text);
    (error.line, error.to_string())
}

#[test]
fn expressions_have_the_values_of_rs274() {
    for (expression, value) in [
        ("[1 + 2 * 3]", 7.0),
        ("[2 ** 3 ** 2]", 64.0),
        ("[-2 ** 2]", 4.0),
        ("[2 - 3 - 4]", -5.0),
        ("[7 MOD -3]", 1.0),
        ("[-7 mod 3]", 2.0),
        ("[1 EQ 1.00005]", 1.0),
        ("[1 NE 1.00005]", 0.0),
        ("[1 LT 1.00005]", 1.0),
        ("[1 + 1 GT 1 AND 2 EQ 2]", 1.0),
        ("[0 OR 3]", 1.0),
        ("[2 XOR 3]", 0.0),
        ("ROUND[-2.5]", -3.0),
        ("FIX[-2.5]", -3.0),
        ("FUP[-2.5]", -2.0),
        ("SIN[30]", 0.5),
        ("sin [ 30 ]", 0.5),
        ("COS[60]", 0.5),
        ("TAN[45]", 1.0),
        ("ASIN[1]", 90.0),
        ("ACOS[0]", 90.0),
        ("ATAN[1]/[1]", 45.0),
        ("ATAN[1]/[-1]", 135.0),
        ("SQRT[16]", 4.0),
        ("ABS[-3]", 3.0),
        ("LN[EXP[2]]", 2.0),
        ("[[[2]]]", 2.0),
        ("- [3]", -3.0),
        ("--3", 3.0),
        ("#2", 5.0),
        ("-#2", -5.0),
        ("##4", 5.0),
        ("#[1 + 1]", 5.0),
        ("#<aname>", 6.0),
        ("#<A Name>", 6.0),
        ("#<_all>", 7.0),
        ("EXISTS[#<aname>]", 1.0),
        ("EXISTS[#5]", 1.0),
        ("[10 / 4]", 2.5),
    ] {
        let text = format!("#2=5 #4=2 #<aname>=6 #<_all>=7\nG0 X99\nX{expression}\n");
        let last = xs(&text)[1];
        assert!((last - value).abs() < 1e-12, "{expression}: {last}");
    }
}

#[test]
fn a_line_sets_its_variables_after_it_was_read() {
    assert_eq!(xs("#1=1\n#1=2 #2=#1 G0 X[#1+3]\nX[#1*10]\nX#2\n"), [4.0, 20.0, 1.0]);
    // A name that a subprogram sets exists before its value is computed, as 0.
    let sub = "G0\no1 sub\n#<n>=[#<n>+2]\nX#<n>\nX[EXISTS[#<other>]]\nX#7\no1 endsub\no1 call\n";
    assert_eq!(xs(sub), [2.0, 0.0, 0.0]);
    // A word behind the setting has the value from before; so has the code of a motion.
    assert_eq!(xs("#5=1\nG#5 X3 F9\n"), [3.0]);
    // Where the tool is, in the program's unit.
    assert_eq!(xs("G21 G0 X10\nX[#5420+1]\nX[#<_x>+1]\nG20\nX[#5420]\n"), [10.0, 11.0, 12.0, 12.0]);
}

#[test]
fn expressions_that_have_no_value_are_refused_with_their_line() {
    for (block, words) in [
        ("X[1/0]", "divides by 0"),
        ("X[3 MOD 0]", "divides by 0"),
        ("X[[0-8] ** 0.5]", "has no value"),
        ("XSQRT[-1]", "not defined"),
        ("XLN[0]", "not defined"),
        ("XACOS[1.1]", "not defined"),
        ("XATAN[1]", "two values"),
        ("XEXP[9999]", "not finite"),
        ("X#<nope>", "has not been set"),
        ("X#0", "no such variable"),
        ("X#99999", "no such variable"),
        ("X#1.5", "no variable"),
        ("X[1 + ]", "number is expected"),
        ("X[1 2]", "closing bracket"),
        ("#1", "= is expected"),
        ("#5220=2", "moves a zero"),
        ("#<_x>=2", "control's own"),
        ("XFOO[1]", "has no number"),
        ("X[999999*99999]", "out of range"),
    ] {
        let (line, error) = refused(&format!("G0 X0\n{block}\n"), Dialect::LinuxCnc);
        assert!(line == 2 && error.contains(words), "{block}: {error}");
    }
    let deep = format!("G0 X{}1{}\n", "[".repeat(100), "]".repeat(100));
    assert!(refused(&deep, Dialect::LinuxCnc).1.contains("more than 64 brackets"));
    let signs = format!("G0 X{}#1\n", "-".repeat(1000));
    assert!(refused(&signs, Dialect::LinuxCnc).1.contains("more than 64 brackets"));
}

#[test]
fn conditions_and_loops() {
    for (text, expected) in [
        ("o1 if [1]\nX1\no1 else\nX2\no1 endif\nX3", &[1.0, 3.0][..]),
        ("o1 if [0]\nX1\no1 elseif [0]\nX2\no1 elseif [1]\nX3\no1 else\nX4\no1 endif", &[3.0]),
        ("o1 if [0]\nX1\no1 elseif [0]\nX2\no1 endif\nX5", &[5.0]),
        (
            "o<a> if [0]\no<b> if [1]\nX1\no<b> else\nX2\no<b> endif\no<a> else\nX3\no<a> endif",
            &[3.0],
        ),
        ("#1=0\no1 while [#1 LT 3]\n#1=[#1+1]\nX#1\no1 endwhile", &[1.0, 2.0, 3.0]),
        ("#1=0\no1 do\n#1=[#1+1]\nX#1\no1 while [#1 LT 3]\nX9", &[1.0, 2.0, 3.0, 9.0]),
        ("#1=0\no1 repeat [2.6]\n#1=[#1+1]\nX#1\no1 endrepeat", &[1.0, 2.0, 3.0]),
        ("o1 repeat [0]\nX1\no1 endrepeat\nX2", &[2.0]),
        (
            "#1=0\no1 while [1]\n#1=[#1+1]\no2 if [#1 EQ 2]\no1 continue\no2 endif\no3 if [#1 GT 3]\no1 break\no3 endif\nX#1\no1 endwhile\nX9",
            &[1.0, 3.0, 9.0],
        ),
        (
            "#1=0\no1 do\n#1=[#1+1]\no2 if [#1 EQ 2]\no1 continue\no2 endif\nX#1\no1 while [#1 LT 3]",
            &[1.0, 3.0],
        ),
        (
            "#1=0\no1 repeat [9]\n#1=[#1+1]\no2 if [#1 EQ 2]\no1 break\no2 endif\nX#1\no1 endrepeat\nX7",
            &[1.0, 7.0],
        ),
        // A loop in a loop, twice.
        (
            "#1=0\no1 while [#1 LT 2]\n#2=0\no2 while [#2 LT 2]\nX[#1*10+#2]\n#2=[#2+1]\no2 endwhile\n#1=[#1+1]\no1 endwhile",
            &[0.0, 1.0, 10.0, 11.0],
        ),
        ("/o1 if [0]\nX1\n/o1 endif", &[]),
    ] {
        assert_eq!(xs(&format!("G0\n{text}\nM2\n")), expected, "{text}");
    }
    let options = GcodeOptions { block_delete: true, ..options(Dialect::LinuxCnc) };
    assert_eq!(xs_with("G0\n/o1 if [0]\nX1\n/o1 endif\n", options), [1.0]);
}

#[test]
fn statements_that_do_not_fit_are_refused_with_their_line() {
    for (text, line, words) in [
        ("G0\no1 if [1", 2, "closing bracket"),
        ("G0\no1 if [1] X3", 2, "nothing but a comment"),
        ("G0\no1 while [0]\nX1", 2, "no endwhile"),
        ("G0\no1 endwhile", 2, "no loop"),
        ("G0\no1 break", 2, "no loop"),
        ("G0\no1 repeat [1]\no1 endwhile", 3, "another kind"),
        ("G0\no<a> endsub", 2, "not what runs"),
        ("G0\no<a> return", 2, "not what runs"),
        ("G0\no<a> call", 2, "no subprogram a"),
        ("G0\no<../a> call", 2, "no subprogram"),
        ("G0\nM98 P7", 2, "no subprogram O7"),
        ("G0\nM98", 2, "needs P"),
        ("G0\nO5\nX1\nM98 P5 L-1", 4, "-1 times"),
        ("G0\no<a> sub\nX1\nM2", 2, "no endsub"),
    ] {
        let (at, error) = refused(text, Dialect::LinuxCnc);
        assert!(at == line && error.contains(words), "{text}: {at} {error}");
    }
    for dialect in [Dialect::Fanuc, Dialect::Haas, Dialect::Grbl] {
        assert!(refused("o1 if [1]\no1 endif", dialect).1.contains("LinuxCNC's"));
    }
    assert!(refused("#1=2", Dialect::Grbl).1.contains("no variables"));
    assert!(refused("G0 X[1]", Dialect::Grbl).1.contains("no variables"));
}

#[test]
fn subprograms_have_variables_of_their_own() {
    let text = "G0\n#1=4 #<n>=5 #<_g>=6\no<a> sub\nX#1\nX#2\nX#3\nXEXISTS[#<n>]\n#1=99 #<_g>=8\no<a> endsub [#1+1]\n\
                o<a> call [1] [2]\nX#1\nX#<_g>\nX#<_value>\nX#<_value_returned>\no<b> call\nX#<_value_returned>\nM2\no<b> sub\no<b> return\no<b> endsub\n";
    let expected = [1.0, 2.0, 0.0, 0.0, 4.0, 8.0, 100.0, 1.0, 0.0];
    // Places that do not change are no moves of rs274's, but they are here.
    assert_eq!(xs(text), expected);
    // Recursion, a label that is computed, and M73, which puts modes back at the end.
    let factorial = "G0\no100 sub\no101 if [#1 LE 1]\no100 return [1]\no101 endif\no100 call [#1-1]\no100 endsub [#<_value>*#1]\n#5=100\no#5 call [5]\nX#<_value>\n";
    assert_eq!(xs(factorial), [120.0]);
    let saved = "G0 X1\no<m> sub\nM73\nM70\nG91\nX1\no<m> endsub\no<m> call\nX5\n";
    assert_eq!(xs(saved), [1.0, 2.0, 5.0]);
    let modes = "G0 X1\no<m> sub\nM73\nG91\nX1\no<m> endsub\no<m> call\nX5\n";
    assert_eq!(xs(modes), [1.0, 2.0, 5.0]);
    let (line, error) = refused("o<r> sub\no<r> call\no<r> endsub\no<r> call\n", Dialect::LinuxCnc);
    assert!(line == 2 && error.contains("more than 64 calls"), "{error}");
    assert!(error.contains("called in line 2 of r, called in line 2 of r"), "{error}");
}

#[test]
fn programs_with_numbers_are_called_with_counts() {
    // The variables of M98 are those of the caller.
    let text = "G0\n#1=5\nM98 P100 L2\nX#1\nM2\nO100\nX#1\n#1=[#1+1]\nM99\n";
    assert_eq!(xs(text), [5.0, 6.0, 7.0]);
    let fanuc = |text: &str| xs_with(text, options(Dialect::Fanuc));
    assert_eq!(fanuc(text), [5.0, 6.0, 7.0]);
    // P30100 is three times O100.
    assert_eq!(fanuc("G0\n#1=5\nM98 P30100\nM30\nO100\nX#1\n#1=#1+1\nM99\n"), [5.0, 6.0, 7.0]);
    // M99 P goes on at a line of the caller.
    assert_eq!(fanuc("G0\nM98 P100\nX2\nN10 X3\nM30\nO100\nX1\nM99 P10\n"), [1.0, 3.0]);
    // M97 of Haas controls.
    let haas = "G0\nM97 P50 L2\nX9\nM30\nN50 X1\nX2\nM99\n";
    assert_eq!(xs_with(haas, options(Dialect::Haas)), [1.0, 2.0, 1.0, 2.0, 9.0]);
    assert!(refused(haas, Dialect::Fanuc).1.contains("--dialect haas"));
}

#[test]
fn g65_hands_over_letters() {
    let fanuc = |text: &str| xs_with(text, options(Dialect::Fanuc));
    let text = "G0 G90\n#1=50\nG65 P9 X3 A4 D1.5 B#0 L2\nX#1\nM30\nO9\nX#24\nX#1\nX#7\nIF [#2 EQ #0] THEN #24=8\nX#24\nM99\n";
    assert_eq!(fanuc(text), [3.0, 4.0, 1.5, 8.0, 8.0, 4.0, 1.5, 8.0, 50.0]);
    // I, J and K several times.
    let second = "G0 G90\nG65 P9 A1 I4 J5 I7 K9\nM30\nO9\nX#1\nX#4\nX#5\nX#7\nX#6\nM99\n";
    assert_eq!(fanuc(second), [1.0, 4.0, 5.0, 7.0, 9.0]);
    assert!(refused("G65 P9 A1\n", Dialect::LinuxCnc).1.contains("--dialect fanuc"));
    assert!(refused("G65 P9 A1 G1\nO9\nM99", Dialect::Fanuc).1.contains("stands alone"));
    assert!(refused("G65 P9 A1 A2\nO9\nM99", Dialect::Fanuc).1.contains("twice"));
}

#[test]
fn fanucs_macros_jump_and_loop() {
    let fanuc = |text: &str| xs_with(&format!("G0\n{text}\nM30\n"), options(Dialect::Fanuc));
    for (text, expected) in [
        ("#1=0\nN10 #1=#1+1\nX#1\nIF [#1 LT 3] GOTO 10\nX9", &[1.0, 2.0, 3.0, 9.0][..]),
        ("IF [1 EQ 1] GOTO 20\nX1\nN20 X2", &[2.0]),
        ("GOTO 20\nX1\nN20 X2", &[2.0]),
        ("#5=20\nGOTO #5\nX1\nN20 X2", &[2.0]),
        ("IF [1 EQ 2] THEN X1\nIF[1EQ1]THEN X2", &[2.0]),
        ("#1=1\nWHILE [#1 LE 3] DO1\nX#1\n#1=#1+1\nEND1\nX9", &[1.0, 2.0, 3.0, 9.0]),
        ("WHILE [1 EQ 2] DO1\nX1\nEND1\nX2", &[2.0]),
        (
            "#1=0\nWHILE [#1 LT 2] DO1\n#2=0\nWHILE [#2 LT 2] DO2\nX[#1*10+#2]\n#2=#2+1\nEND2\n#1=#1+1\nEND1",
            &[0.0, 1.0, 10.0, 11.0],
        ),
        ("#1=0\nDO1\n#1=#1+1\nX#1\nIF [#1 GE 2] GOTO 5\nEND1\nN5 X7", &[1.0, 2.0, 7.0]),
        // A word with a variable that has no value is left out; computing takes it as 0.
        ("#7=#0\nX5\nX#7 Y1\nX[#7+1]", &[5.0, 5.0, 1.0]),
        (
            "#1=FIX[-2.5]\nX#1\n#1=FUP[-2.5]\nX#1\n#1=6 AND 3\nX#1\n#1=POW[2,3]\nX#1\n#1=ATAN[1,1]\nX#1",
            &[-2.0, -3.0, 2.0, 8.0, 45.0],
        ),
        ("#100=3\nX#100\nX#5001\n#500=#4006\nX#500", &[3.0, 3.0, 21.0]),
    ] {
        assert_eq!(fanuc(text), expected, "{text}");
    }
    for (text, words) in [
        ("GOTO 5", "no line N5"),
        ("WHILE [1 EQ 2] DO1\nX1", "no END1"),
        ("END1", "no DO1"),
        ("IF [1 EQ 1] X1", "GOTO or THEN"),
        ("WHILE [1 EQ 1] X1", "DO is expected"),
        ("#5021=3", "control's own"),
    ] {
        assert!(refused(&format!("G0\n{text}\n"), Dialect::Fanuc).1.contains(words), "{text}");
    }
    assert!(refused("IF [1 EQ 1] GOTO 5\n", Dialect::LinuxCnc).1.contains("--dialect fanuc"));
    // The lines of another program in the same file are not meant.
    let two = "O1\nG0\nGOTO 5\nN5 X1\nM98 P2\nM30\nO2\nGOTO 5\nX7\nN5 X2\nM99\n";
    assert_eq!(xs_with(two, options(Dialect::Fanuc)), [1.0, 2.0]);
}

#[test]
fn programs_that_do_not_end_are_stopped_with_their_line() {
    for (text, dialect) in [
        ("G0\no1 while [1]\no1 endwhile\n", Dialect::LinuxCnc),
        ("G0\no1 do\nX1\no1 while [1]\n", Dialect::LinuxCnc),
        ("N5 G0\nX1\nGOTO 5\n", Dialect::Fanuc),
        ("N5 G0\nM99 P5\n", Dialect::Fanuc),
        ("M98 P1 L999999999\nM2\nO1\nX1 G0\nM99\n", Dialect::LinuxCnc),
    ] {
        let options = GcodeOptions { most_steps: Some(10_000), ..options(dialect) };
        let error = steps(text, options).expect_err(text);
        assert!(error.to_string().contains("does not end") && error.line >= 1, "{text}: {error}");
    }
}

/// A million rounds of a loop: the moves come one by one, and are not kept.
#[test]
fn a_loop_is_run_and_not_unrolled() {
    let text = "G0\n#1=0\no1 while [#1 LT 300000]\n#1=[#1+1]\nX[#1 MOD 7]\no1 endwhile\n";
    let mut program = Interpreter::new(text.as_bytes(), options(Dialect::LinuxCnc));
    let mut moves = 0;
    while let Some(step) = program.step().unwrap() {
        moves += step.way.moves.len();
        assert_eq!(step.line, 5);
    }
    assert_eq!((moves, program.lines()), (300_000, 6));
}

#[test]
fn what_a_probe_finds_is_not_known() {
    let read = |text: &str| steps(text, options(Dialect::LinuxCnc)).unwrap();
    // The probe's move is checked up to its target; then Z is not known until it is set.
    let (found, notes) = read("G0 X1 Y1 Z9\nG38.2 Z-5 F10\nG0 Z9\nX2\nX3\n");
    let unchecked: Vec<u64> = found.iter().map(|step| step.way.unchecked).collect();
    assert_eq!(unchecked, [0, 0, 1, 0, 0]);
    assert_eq!(found[1].way.moves[0].path.end(), [1.0, 1.0, -5.0]);
    assert!(!found[1].way.moves[0].rapid);
    assert!(notes.iter().any(|note| note.starts_with("a probe is checked as a feed move")));
    // A place that was measured is not known, nor a zero that was set by it.
    for text in [
        "G0 X1 Y1 Z9\nG38.2 Z-5 F10\nG0 Z9\nX#5061\nX3\nX4\n",
        "G0 X1 Y1 Z9\nG38.2 Z-5 F10\nG0 Z9\n#7=[#5063+1]\nX3 Z#7\nX4 Z9\nX5\n",
        "G0 X1 Y1 Z9\nG38.2 Z-5 F10\nG0 Z9\nG10 L2 P1 X#5061\nX3\nX4\n",
        "G0 X1 Y1 Z9\nG38.2 Z-5 F10\nG0 Z9\nG92 X#5061\nX3\nX4\n",
    ] {
        let unchecked: u64 = read(text).0.iter().map(|step| step.way.unchecked).sum();
        assert_eq!(unchecked, 3, "{text}");
    }
    // Where the program goes is not known: all that follows is not checked.
    for text in [
        "G0 X1\nG38.2 Z-5 F10\no1 if [#5070 EQ 1]\nX5\no1 endif\nX6\n",
        "G0 X1\nG38.2 Z-5 F10\no1 while [#5061 GT 1]\nX5\no1 endwhile\nX6\n",
        "G0 X1\nG38.2 Z-5 F10\no1 repeat [#5061]\nX5\no1 endrepeat\nX6\n",
        "G0 X1\nG38.2 Z-5 F10\nG2 X3 I#5061\nX6\n",
        "G0 X1\nG38.2 Z-5 F10\nG[#5061] X3\nX6\n",
        "G0 X1\nG38.2 Z-5 F10\nX#[#5061]\nX6\n",
    ] {
        let (found, notes) = read(text);
        assert_eq!(found.len(), 3, "{text}");
        assert_eq!((found[2].line, found[2].way.unchecked), (3, 1), "{text}");
        assert!(notes.iter().any(|note| note.contains("from this line on")), "{text}");
    }
    let fanuc =
        steps("G0 X1\nG31 Z-5 F10\nIF [#5063 GT 1] GOTO 1\nN1 X2\n", options(Dialect::Fanuc));
    assert_eq!(fanuc.unwrap().0[2].way.unchecked, 1);
}

#[test]
fn threads_are_feed_moves() {
    let (found, _) =
        steps("G0 X1 Z5\nG33 Z-5 K1\nG33.1 Z-9 K1\nX3\n", options(Dialect::LinuxCnc)).unwrap();
    let ends: Vec<f64> =
        found.iter().flat_map(|step| step.way.moves.iter().map(|one| one.path.end()[2])).collect();
    assert_eq!(ends, [5.0, -5.0, -9.0, -5.0, -5.0, -5.0]);
    assert!(found[1..].iter().flat_map(|step| &step.way.moves).all(|one| !one.rapid));
    assert!(matches!(found[1].way.moves[0].path, ToolPath::Line(_)));
}

#[test]
fn subprograms_stand_in_files_beside_the_program() {
    let folder = std::env::temp_dir().join(format!("closecall-language-{}", std::process::id()));
    let other = folder.join("other");
    std::fs::create_dir_all(&other).unwrap();
    let write =
        |folder: &Path, name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        &folder,
        "side.ngc",
        "; beside\no<inner> sub\nX[#1*2]\no<inner> endsub\no<side> sub\nX#1\no<inner> call [#1]\no<side> endsub\n",
    );
    write(&folder, "O0200.nc", "%\nO0200 (OF FANUC)\nX#1\nM99\n%\n");
    write(&folder, "open.ngc", "o<open> sub\nX1\n");
    write(&other, "far.ngc", "o<far> sub\nX7\no<far> endsub\n");
    let with = |dialect, folders: &[&Path]| {
        let folders = folders.iter().map(|folder| folder.to_path_buf()).collect();
        GcodeOptions { folders, ..options(dialect) }
    };
    let text = "G0\no<side> call [3]\nX9\n";
    let (found, _) = steps(text, with(Dialect::LinuxCnc, &[&folder])).unwrap();
    let seen: Vec<(u64, String)> =
        found.iter().map(|step| (step.line, step.calls.to_string())).collect();
    assert_eq!(seen[0], (6, "of side in side.ngc, called in line 2".to_string()));
    assert_eq!(
        seen[1],
        (
            3,
            "of inner in side.ngc, called in line 7 of side in side.ngc, called in line 2"
                .to_string()
        )
    );
    assert_eq!(seen[2], (3, String::new()));
    assert_eq!(found[1].calls.line_of_program(3), 2);
    assert_eq!(xs_with(text, with(Dialect::LinuxCnc, &[&folder])), [3.0, 6.0, 9.0]);
    let fanuc = "G0\n#1=4\nM98 P200\nM30\n";
    assert_eq!(xs_with(fanuc, with(Dialect::Fanuc, &[&folder])), [4.0]);
    // Only from the folders that are allowed.
    assert!(steps(text, options(Dialect::LinuxCnc)).is_err());
    let far = "G0\no<far> call\n";
    assert!(steps(far, with(Dialect::LinuxCnc, &[&folder])).is_err());
    assert!(steps("G0\no<other/far> call\n", with(Dialect::LinuxCnc, &[&folder])).is_err());
    assert_eq!(xs_with(far, with(Dialect::LinuxCnc, &[&folder, &other])), [7.0]);
    let error = steps("G0\no<open> call\n", with(Dialect::LinuxCnc, &[&folder])).unwrap_err();
    assert!(error.to_string().contains("the file ends within o<open>"), "{error}");
    assert!(error.to_string().contains("of open in open.ngc, called in line 2"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}
