//! Every G and M word is exactly one of: understood, harmless, refused with its line. The lists here
//! are the table of docs/milling.md.

use closecall_mill::gcode::{
    Code, CodeClass, Dialect, GcodeOptions, GcodeProblem, Interpreter, Places,
};

/// G words times 10.
const UNDERSTOOD: [u32; 62] = [
    310, 330, 331, 382, 383, 384, 385, 0, 10, 20, 30, 40, 50, 51, 100, 170, 180, 190, 200, 210,
    280, 281, 300, 301, 400, 410, 411, 420, 421, 430, 490, 520, 530, 540, 550, 560, 570, 580, 590,
    591, 592, 593, 730, 740, 800, 810, 820, 830, 840, 850, 860, 870, 880, 890, 900, 901, 910, 911,
    920, 921, 922, 923,
];
const RETURN_LEVELS: [u32; 2] = [980, 990];
/// They end what only Fanuc's controls can begin.
const COORDINATES: [u32; 8] = [150, 160, 500, 501, 510, 511, 680, 690];
const HARMLESS: [u32; 14] = [80, 90, 150, 500, 610, 611, 640, 690, 930, 940, 950, 960, 970, 1870];
const UNDERSTOOD_M: [u32; 5] = [2, 6, 30, 98, 99];
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
            let is_macro = g == 650 && dialect.is_fanuc();
            let is_listed = UNDERSTOOD.contains(&g) || RETURN_LEVELS.contains(&g);
            let is_frame = dialect.is_fanuc() && COORDINATES.contains(&g);
            (is_listed || is_macro || is_frame, HARMLESS.contains(&g) && !is_frame)
        }
        Code::M(m) => {
            let linuxcnc = dialect == Dialect::LinuxCnc && LINUXCNC_M.contains(&m);
            let harmless = HARMLESS_M.contains(&m) || THROUGH_COOLANT_M.contains(&m);
            let haas = dialect == Dialect::Haas && m == 97;
            (UNDERSTOOD_M.contains(&m) || linuxcnc || haas, harmless)
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
        let ends = if dialect.is_fanuc() { 3 } else { 0 };
        assert_eq!(harmless, HARMLESS.len() - ends + HARMLESS_M.len() + THROUGH_COOLANT_M.len());
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

/// The notes of a program.
fn notes(text: &str, options: GcodeOptions) -> Vec<String> {
    let mut program = Interpreter::new(text.as_bytes(), options);
    while program.step().unwrap().is_some() {}
    program.notes().iter().map(|note| note.text.clone()).collect()
}

#[test]
fn a_letter_that_nothing_reads_is_noted_wherever_it_stands() {
    let nothing =
        |letter: char| format!("the word {letter} means nothing in this block and was left out");
    let all = ['D', 'E', 'H', 'I', 'J', 'K', 'L', 'P', 'Q', 'R'];
    for (block, read) in [
        ("G1 X5", ""),
        ("G0 X5", ""),
        ("G17", ""),
        ("X5", ""),
        ("M3", ""),
        ("G92 X2", ""),
        ("G54", ""),
        ("G43", "H"),
        ("G41.1 D2", "D"),
        ("G4", "P"),
        ("G64", "PQ"),
        ("M66", "ELPQ"),
        ("M67", "EQ"),
        ("M62", "P"),
        ("M61 Q1", "Q"),
    ] {
        for letter in all.into_iter().filter(|letter| !block.contains(*letter)) {
            // G54 P1 would be another system.
            if block == "G54" && letter == 'P' {
                continue;
            }
            let text = format!("G0 X1 Y1 Z1\nG1 X2\n{block} {letter}1\n");
            let is_noted = notes(&text, GcodeOptions::default()).contains(&nothing(letter));
            assert_eq!(is_noted, !read.contains(letter), "{block} {letter}1");
        }
    }
    // In an arc and a cycle, by the plane and the code.
    for (block, letter, is_noted) in [
        ("G2 X4 I1 J0 K0", 'K', true),
        ("G18 G2 X4 I1 K0 J0", 'J', true),
        ("G2 X4 I1 Q1", 'Q', true),
        ("G2 X4 I1 P1", 'P', false),
        ("G81 X1 Z0 R1 Q1", 'Q', true),
        ("G83 X1 Z0 R1 Q1", 'Q', false),
        ("G81 X1 Z0 R1 L1", 'L', false),
    ] {
        let text = format!("G0 X2 Y1 Z1\n{block}\n");
        assert_eq!(
            notes(&text, GcodeOptions::default()).contains(&nothing(letter)),
            is_noted,
            "{block}"
        );
    }
    // D and H stay in force on Fanuc's controls.
    let fanuc = || GcodeOptions { dialect: Dialect::Fanuc, ..GcodeOptions::default() };
    assert!(!notes("G0 X1 D1 H1\n", fanuc()).iter().any(|note| note.contains("means nothing")));
}

#[test]
fn what_is_told_and_not_used_is_noted() {
    let unused = |text: &str| {
        let mut places = Places { start: Some(glam::DVec3::ZERO), ..Places::default() };
        for home in ["G28", "G30"] {
            places.set_home(home, glam::DVec3::ONE).unwrap();
        }
        for work in ["G55", "G59.2"] {
            places.set_work(work, glam::DVec3::ONE).unwrap();
        }
        let ignored = ["M101".parse().unwrap()].into_iter().collect();
        let options = GcodeOptions { places, ignored, ..GcodeOptions::default() };
        let told = notes(text, options).into_iter().filter_map(|note| {
            Some(note.strip_suffix(" was told, but the program never asks for it")?.to_string())
        });
        told.collect::<Vec<_>>()
    };
    let all = ["--home G28", "--home G30", "--work G55", "--work G59.2", "--ignore-word M101"];
    assert_eq!(unused("G0 X1\nM2\n"), all);
    assert_eq!(unused("G0 X1\nG28\nM101\nM2\nG30\n"), [all[1], all[2], all[3]]);
    assert_eq!(unused("G0 X1\nG55 X2\nG59.2\nX1\nG30\n"), [all[0], all[4]]);
    // A system that is chosen and never moved in is not used.
    assert_eq!(unused("G55\nG54 G0 X1\nG28\nG30\nM101\n"), [all[2], all[3]]);
    let flags = |text: &str| {
        let rotary = Some("tcp:table".parse().unwrap());
        let options = GcodeOptions { block_delete: true, rotary, ..GcodeOptions::default() };
        notes(text, options).iter().filter(|note| note.contains("never asks for it")).count()
    };
    assert_eq!(["G0 X1\n", "G0 X1\n/G0 X2\n", "G0 X1 A0\n/X2\n"].map(flags), [2, 1, 0]);
}

#[test]
fn g53_in_g91_is_refused_where_controls_refuse_it_or_pass_over_it() {
    let read = |dialect| {
        let options = GcodeOptions { dialect, ..GcodeOptions::default() };
        let mut program = Interpreter::new("G0 X1 Y1 Z1\nG91 G53 G0 Z0\n".as_bytes(), options);
        loop {
            match program.step() {
                Ok(Some(_)) => {}
                Ok(None) => return None,
                Err(error) => return Some((error.line, error.word)),
            }
        }
    };
    for dialect in [Dialect::LinuxCnc, Dialect::Fanuc, Dialect::Haas] {
        assert_eq!(read(dialect), Some((2, "G53".to_string())));
    }
    assert_eq!(read(Dialect::Grbl), None);
}
