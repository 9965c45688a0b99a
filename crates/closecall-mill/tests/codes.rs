//! Every G and M word is exactly one of: understood, harmless, refused with its line. Which one it is
//! says the table of docs/milling.md, which is read here.

use closecall_mill::gcode::{
    Code, CodeClass, Dialect, GcodeOptions, GcodeProblem, Interpreter, Places,
};
use std::collections::BTreeMap;

/// The codes that the table lists for a dialect.
fn table(dialect: Dialect) -> BTreeMap<Code, CodeClass> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/milling.md");
    let text = std::fs::read_to_string(file).unwrap();
    let mut codes = BTreeMap::new();
    let rows = text.lines().skip_while(|line| *line != "## Words");
    for row in rows.filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let (name, dialects) = cells[0].split_once(" (").unwrap_or((cells[0], ""));
        let class = match name {
            "understood" => CodeClass::Understood,
            "harmless" => CodeClass::Harmless,
            _ => continue,
        };
        let is_meant = dialects.is_empty() || dialects.contains(&format!("`{}`", dialect.name()));
        let g = listed(cells[1], 10.0).into_iter().map(Code::G);
        for code in g.chain(listed(cells[2], 1.0).into_iter().map(Code::M)).filter(|_| is_meant) {
            assert_eq!(codes.insert(code, class), None, "{code} stands twice in the table");
        }
    }
    codes
}

/// `0 to 4, 38.2 to 38.5, 61`, times `scale`.
fn listed(cell: &str, scale: f64) -> Vec<u32> {
    let code = |text: &str| (text.trim().parse::<f64>().expect(text) * scale).round() as u32;
    let parts = cell.split(',').map(str::trim).filter(|part| !part.is_empty());
    let of_part = |part: &str| match part.split_once(" to ") {
        None => vec![code(part)],
        Some((from, to)) => {
            let step = if part.contains('.') { 1 } else { scale as u32 };
            (code(from)..=code(to)).step_by(step as usize).collect()
        }
    };
    parts.flat_map(of_part).collect()
}

fn all() -> impl Iterator<Item = Code> {
    (0..=9999).map(Code::G).chain((0..=999).map(Code::M))
}

/// The interpreter's treatment of a block that has only this word, and of the move after it.
fn read(code: Code, dialect: Dialect) -> (Option<GcodeProblem>, u64, Vec<[f64; 3]>) {
    let text = format!("G21 G90 G0 X1 Y2 Z30\nG1 X2 F100\n{code}\nG1 X5 Y6 Z25\n");
    let places = Places { start: Some([0.0; 3]), ..Places::default() };
    let options = GcodeOptions { dialect, places, ..GcodeOptions::default() };
    let mut program = Interpreter::new(text.as_bytes(), options);
    let mut ends = Vec::new();
    loop {
        match program.step() {
            Ok(Some(step)) => {
                ends.extend(step.way.moves.iter().map(|one| one.path.end()));
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
        let table = table(dialect);
        assert!(table.len() > 110, "{}", table.len());
        for code in all() {
            let class = table.get(&code).copied().unwrap_or(CodeClass::Refused);
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
        let listed = table.values().filter(|class| **class == CodeClass::Harmless).count();
        assert_eq!(harmless, listed, "words of the table that no program can have");
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
        let mut places = Places { start: Some([0.0; 3]), ..Places::default() };
        for home in ["G28", "G30"] {
            places.set_home(home, [1.0; 3]).unwrap();
        }
        for work in ["G55", "G59.2"] {
            places.set_work(work, [1.0; 3]).unwrap();
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
