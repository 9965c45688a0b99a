//! Every G and M word is exactly one of: understood, harmless, refused with its line. The lists here
//! are the table of docs/milling.md.

use closecall_mill::gcode::{
    Code, CodeClass, Dialect, GcodeOptions, GcodeProblem, Interpreter, Places,
};

/// G words times 10.
const UNDERSTOOD: [u32; 55] = [
    0, 10, 20, 30, 40, 50, 51, 100, 170, 180, 190, 200, 210, 280, 281, 300, 301, 400, 410, 411,
    420, 421, 430, 490, 520, 530, 540, 550, 560, 570, 580, 590, 591, 592, 593, 730, 740, 800, 810,
    820, 830, 840, 850, 860, 870, 880, 890, 900, 901, 910, 911, 920, 921, 922, 923,
];
const RETURN_LEVELS: [u32; 2] = [980, 990];
const HARMLESS: [u32; 14] = [80, 90, 150, 500, 610, 611, 640, 690, 930, 940, 950, 960, 970, 1870];
const UNDERSTOOD_M: [u32; 4] = [2, 6, 30, 99];
const LINUXCNC_M: [u32; 5] = [61, 70, 71, 72, 73];
const HARMLESS_M: [u32; 32] = [
    0, 1, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 19, 29, 31, 33, 41, 42, 48, 49, 50, 51, 52, 53, 60, 62,
    63, 64, 65, 66, 67, 68,
];
const THROUGH_COOLANT_M: [u32; 2] = [88, 89];

/// What the table says.
fn expected(code: Code, dialect: Dialect) -> CodeClass {
    let (understood, harmless) = match code {
        Code::G(g) => {
            (UNDERSTOOD.contains(&g) || RETURN_LEVELS.contains(&g), HARMLESS.contains(&g))
        }
        Code::M(m) => {
            let linuxcnc = dialect == Dialect::LinuxCnc && LINUXCNC_M.contains(&m);
            let harmless = HARMLESS_M.contains(&m) || THROUGH_COOLANT_M.contains(&m);
            (UNDERSTOOD_M.contains(&m) || linuxcnc, harmless)
        }
    };
    match (understood, harmless) {
        (true, false) => CodeClass::Understood,
        (false, true) => CodeClass::Harmless,
        (false, false) => CodeClass::Refused,
        (true, true) => panic!("{code} stands twice in the table"),
    }
}

fn all() -> impl Iterator<Item = Code> {
    (0..=9999).map(Code::G).chain((0..=999).map(Code::M))
}

/// What the interpreter does with a block that has only this word, and what the move after it is.
fn read(code: Code, dialect: Dialect) -> (Option<GcodeProblem>, u64, Vec<[f64; 3]>) {
    let text = format!("G21 G90 G0 X1 Y2 Z30\nG1 X2 F100\n{code}\nG1 X5 Y6 Z25\n");
    let places = Places { start: Some(glam::DVec3::ZERO), ..Places::default() };
    let options = GcodeOptions { dialect, places, ..GcodeOptions::default() };
    let mut program = Interpreter::new(text.as_bytes(), options);
    let mut ends = Vec::new();
    loop {
        match program.step() {
            Ok(Some(step)) => {
                ends.extend(step.way.moves.iter().map(|one| one.path.end().to_array()));
            }
            Ok(None) => return (None, 0, ends),
            Err(error) => return (Some(error.problem), error.line, ends),
        }
    }
}

#[test]
fn every_word_is_understood_or_harmless_or_refused_with_its_line() {
    for dialect in Dialect::ALL {
        let (mut refused, mut harmless) = (0, 0);
        for code in all() {
            let class = expected(code, dialect);
            assert_eq!(code.class(dialect), class, "{code} {dialect:?}");
            let (problem, line, ends) = read(code, dialect);
            let unsupported = matches!(problem, Some(GcodeProblem::Unsupported { .. }));
            match class {
                CodeClass::Refused => {
                    assert!(unsupported && line == 3, "{code} {dialect:?}: {problem:?}");
                    refused += 1;
                }
                CodeClass::Harmless => {
                    assert_eq!((problem, line), (None, 0), "{code} {dialect:?}");
                    let all = [[1.0, 2.0, 30.0], [2.0, 2.0, 30.0], [5.0, 6.0, 25.0]];
                    assert_eq!(ends, all, "{code} {dialect:?}");
                    harmless += 1;
                }
                // Alone it may lack something: G5 is then a spline, and G10 has no L word.
                CodeClass::Understood => {
                    let lacks = matches!(code, Code::G(50 | 51 | 100));
                    assert!(!unsupported || lacks, "{code} {dialect:?}: {problem:?}");
                }
            }
        }
        assert_eq!(harmless, HARMLESS.len() + HARMLESS_M.len() + THROUGH_COOLANT_M.len());
        assert!(refused > 10_000, "{refused}");
    }
}

#[test]
fn words_of_a_machine_are_passed_over_only_if_told() {
    let text = "G21 G0 X1 Y2 Z3\nG1 X2 M101 F100\n";
    let read = |ignored: &[&str]| {
        let ignored = ignored.iter().map(|word| word.parse().unwrap()).collect();
        let options = GcodeOptions { ignored, ..GcodeOptions::default() };
        let mut program = Interpreter::new(text.as_bytes(), options);
        let mut notes = Vec::new();
        loop {
            match program.step() {
                Ok(Some(_)) => {}
                Ok(None) => {
                    notes.extend(program.notes().iter().map(|note| note.text.clone()));
                    return Ok(notes);
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    };
    let error = read(&[]).unwrap_err();
    assert!(error.contains("line 2") && error.contains("--ignore-word"), "{error}");
    assert!(read(&["M101"]).unwrap().iter().any(|note| note.contains("M101 was passed over")));
    assert!(read(&["M102"]).is_err());
    for (word, why) in [("M72", "is understood"), ("G68", "no M word"), ("M1x", "no M word")] {
        let error = word.parse::<closecall_mill::gcode::IgnoredWord>().unwrap_err();
        assert!(error.contains(why), "{word}: {error}");
    }
}
