//! `closecall mill`: what was not checked is not clean, and words mean what the control takes them
//! for.

use crate::program::{Folder, closecall};

/// A block from 0 to 100, its top at Z0.
const BLOCK: &str = "v 0 0 -20\nv 100 0 -20\nv 100 100 -20\nv 0 100 -20\nv 0 0 0\nv 100 0 0\nv 100 100 0\nv 0 100 0\n\
                     f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";

/// Runs a program against the block: the exit code, the answer, and the events' lines.
fn mill(text: &str, flags: &[&str]) -> (i32, serde_json::Value, Vec<u64>) {
    let folder = Folder::new();
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.nc", text)];
    let run = closecall(&[&["mill", &part, &job, "--json"], flags].concat());
    let json = run.json_with_nulls();
    let events = json["events"].as_array().into_iter().flatten();
    let lines = events.map(|event| event["line"].as_u64().unwrap()).collect();
    (run.code, json, lines)
}

const G55: &str = "G21 G90 G17 G54\nG0 X-20 Y50 Z50\nG1 X-30 F100\nG55\nG0 X50 Y50 Z5\nG1 Z-10\nG1 X80\nG0 Z50\nM30\n";
const FLAT: [&str; 2] = ["--tool", "flat:6"];

#[test]
fn moves_in_a_work_system_that_is_not_known_are_not_clean() {
    let (code, json, _) = mill(G55, &FLAT);
    assert_eq!((code, json["verdict"].as_str()), (3, Some("unchecked")));
    assert_eq!((&json["checked"], &json["unchecked"]), (&1.into(), &5.into()));
    assert_eq!(json["unchecked_lines"], serde_json::json!([[2, 2], [5, 8]]));
    let start = ["--start", "-20,50,60"];
    let told = [&FLAT[..], &start, &["--work", "G55=0,0,0"]].concat();
    let (code, json, lines) = mill(G55, &told);
    assert_eq!((code, lines), (1, vec![6, 7, 8]));
    assert_eq!((&json["checked"], &json["unchecked"]), (&6.into(), &0.into()));
    let table = ["--work", "G54=-300,-200,-90", "--work", "G55=-300,-200,-70"];
    assert_eq!(mill(G55, &[&FLAT[..], &start, &table].concat()).0, 0);
    let (code, json, _) = mill(G55, &[&FLAT[..], &["--allow-unchecked"]].concat());
    let warned = json["warnings"].to_string();
    assert!(
        code == 0 && warned.contains("NOT CHECKED") && warned.contains("lines 2, 5-8"),
        "{warned}"
    );
}

#[test]
fn the_answer_for_people_and_the_page_say_what_was_not_checked() {
    let folder = Folder::new();
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.nc", G55)];
    let page = folder.path("page.html");
    let run = closecall(&["mill", &part, &job, "--tool", "flat:6", "--report", &page]);
    assert_eq!(run.code, 3);
    assert!(run.stdout.starts_with("unchecked: 5 of 6 moves"), "{}", run.stdout);
    for words in ["5 of 6 moves", "1 move checked, 5 not", "lines 2, 5-8: --start"] {
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
        assert!(folder.read("page.html").contains(words), "{words}");
    }
}

#[test]
fn a_plunge_into_the_part_from_an_unknown_height_is_found() {
    let home = "G21 G90\nG0 X-20 Y-20 Z50\nG0 X-10\nG28\nG0 X50 Y50\nG0 Z-10\nG28\nM30\n";
    let (code, json, lines) = mill(home, &FLAT);
    assert_eq!((code, lines, &json["events"][0]["kind"]), (1, vec![6], &"rapid".into()));
    let above = home.replace("Z-10", "Z10");
    assert_eq!(mill(&above, &FLAT).0, 3);
    let start = [&FLAT[..], &["--start", "0,0,80"]].concat();
    assert_eq!(mill(&above, &start).0, 3);
    let told = [&start[..], &["--home", "0,0,90"]].concat();
    assert_eq!(mill(&above, &told).0, 0);
    assert_eq!(mill(&above.replace("G28", "G30"), &told).0, 3);
    let second = [&start[..], &["--home", "G30=0,0,90"]].concat();
    assert_eq!(mill(&above.replace("G28", "G30"), &second).0, 0);
    // From there straight into the part.
    let low = [&start[..], &["--home", "50,50,-5"]].concat();
    assert_eq!((mill(&above, &low).0, mill(&above, &low).2), (1, vec![4, 5, 6, 7]));
}

#[test]
fn words_that_change_modes_shifts_or_the_tool_count() {
    let shift =
        "G21 G90 G17 F100\nG0 X-20 Y-20 Z10\nG92 X-70 Y-70\nG92.3\nG0 X-30 Y-30\nG1 Z-5\nM2\n";
    let (code, json, lines) = mill(shift, &FLAT);
    assert_eq!((code, lines), (1, vec![6]));
    assert_eq!(json["events"][0]["depth"], serde_json::json!([5.0, 5.0]));
    let saved = "G21 G90\nG0 X50 Y50 Z10\nM70\nG91\nG1 Z-5 F100\nM72\nG1 Z-5\nM2\n";
    assert_eq!((mill(saved, &FLAT).0, mill(saved, &FLAT).2), (1, vec![7]));
    let folder = Folder::new();
    let tools = r#"{"tools":{"1":{"shape":"flat:6"},"2":{"shape":"flat:20"}}}"#;
    let tools = folder.write("tools.json", tools);
    let number = "G21 G90\nT1 M6\nG0 X-4 Y50 Z10\nM61 Q2\nG1 Z-5 F100\nM2\n";
    assert_eq!(mill(number, &["--tools", &tools]).2, [5]);
    for (word, flags, code) in
        [("M101", &[][..], 2), ("M428", &[], 2), ("M101", &["--ignore-word", "M101"], 0)]
    {
        let text = format!("G21 G90\nG0 X50 Y50 Z10\n{word}\nG1 X60\n");
        let start = ["--start", "0,0,50"];
        assert_eq!(mill(&text, &[&FLAT[..], &start, flags].concat()).0, code, "{word}");
    }
}

#[test]
fn the_dialect_says_how_a_hole_is_reached() {
    let folder = Folder::new();
    let clamp = "v 45 40 0\nv 55 40 0\nv 55 60 0\nv 45 60 0\nv 45 40 20\nv 55 40 20\nv 55 60 20\nv 45 60 20\n\
                 f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";
    let clamp = folder.write("clamp.obj", clamp);
    let text = "G21 G90 G17\nG0 X20 Y50 Z50\nG99 G81 X20 Y50 Z1 R2 F100\nX80 R30\nG80\nM30\n";
    for dialect in ["linuxcnc", "fanuc"] {
        let flags = ["--tool", "drill:6", "--fixture", &clamp, "--dialect", dialect];
        let (code, json, lines) = mill(text, &flags);
        assert_eq!((code, lines), (1, vec![4]), "{dialect}: {json}");
        assert_eq!(json["events"][0]["kind"], "fixture");
    }
    let start = ["--start", "0,0,90"];
    for (text, other) in [
        ("G21 G90 G17\nG0 X50 Y50 Z10\nG98 G81 X50 Y50 Z1 R2 F100\nG80\nZ20.\nM30\n", 2),
        ("G21 G90\n( hole at (0, 69) )\nG0 X0 Y0 Z5\nG1 X5 F100\nM30\n", 2),
        ("G21 G90\nG05 P10000\nG0 X0 Y0 Z10\nG5.1 Q1\nM2\n", 0),
    ] {
        let code = |dialect: &str| {
            mill(text, &[&["--tool", "drill:3", "--dialect", dialect], &start[..]].concat()).0
        };
        assert_eq!([code("fanuc"), code("linuxcnc")], [0, other], "{text}");
    }
}

#[test]
fn what_turns_must_be_said() {
    let wall = "G21 G90\nG0 X50 Y105 Z30 A40\nG1 Z30.01 F100\nM2\n";
    let rotary = |word: &str, text: &str| {
        let flags = ["--tool", "flat:6", "--rotary", word, "--offset", "0,0,20"];
        mill(text, &[&flags[..], &["--start", "50,105,80"]].concat())
    };
    // The head leans towards -Y, over the block; the table's mirror image away from it.
    let (code, json, _) = rotary("tcp:head", &wall.replace("Y105 Z30", "Y105 Z5"));
    assert_eq!(code, 1, "{json}");
    assert!(json["warnings"].to_string().contains("Rz(C) Ry(B) Rx(A) z"), "{json}");
    let (code, json, _) = rotary("tcp:table", &wall.replace("Y105 Z30", "Y105 Z5"));
    assert_eq!(code, 0, "{json}");
    let folder = Folder::new();
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.nc", wall)];
    let run = closecall(&["mill", &part, &job, "--tool", "flat:6", "--rotary", "tcp"]);
    let named = run.stderr.contains("tcp:table") && run.stderr.contains("tcp:head");
    assert!(run.code == 2 && named, "{}", run.stderr);
}

#[test]
fn a_program_far_from_the_part_is_not_clean() {
    let text = "G21 G90\nG0 X900 Y50 Z10\nG1 X950 F100\nM2\n";
    let start = ["--tool", "ball:6", "--start", "900,50,50"];
    let (code, json, _) = mill(text, &start);
    assert_eq!((code, json["verdict"].as_str()), (3, Some("far")), "{json}");
    assert!(json["warnings"].to_string().contains("--offset"), "{json}");
    assert_eq!(json["extent"]["part"], serde_json::json!([[0.0, 0.0, -20.0], [100.0, 100.0, 0.0]]));
    assert_eq!(mill(text, &[&start[..], &["--offset", "850,0,0"]].concat()).0, 0);
    // A part in metres.
    let small = [&["--scale", "0.001"], &["--offset", "0.9,0.05,0"], &start[..]].concat();
    let (code, json, _) = mill("G21 G90\nG0 X900 Y50 Z10\nG1 X980 Y90 F100\nM2\n", &small);
    let warned = json["warnings"].to_string();
    assert!(code == 3 && warned.contains("--scale 1000"), "{warned}");
}

/// The README's own job without its `--scale 1000`.
#[test]
fn the_example_in_the_wrong_unit_is_not_clean() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let [part, job] = ["part.stl", "job.nc"].map(|name| examples.join(name).display().to_string());
    let run = closecall(&["mill", &part, &job, "--tool", "ball:6", "--allow", "0.01"]);
    assert!(run.code == 3 && run.stdout.starts_with("far"), "{}", run.stdout);
    assert!(run.stderr.contains("--scale 1000"), "{}", run.stderr);
}

#[test]
fn places_that_are_none_are_refused() {
    for (flags, words) in [
        (["--work", "G60=0,0,0"], "G54 to G59.3"),
        (["--work", "0,0,0"], "G54 to G59.3"),
        (["--work", "G55=1,2"], "three numbers"),
        (["--home", "G27=0,0,0"], "G28 or G30"),
        (["--start", "1,2"], "three numbers"),
        (["--variable", "100"], "N=VALUE"),
        (["--variable", "100=x"], "no number"),
        (["--variable", "100="], "has a value"),
        (["--variable", "5221=1"], "--work and --home"),
        (["--dialect", "siemens"], "linuxcnc, fanuc, haas or grbl"),
        (["--ignore-word", "M6"], "is understood"),
        (["--ignore-word", "G68"], "no M word"),
    ] {
        let folder = Folder::new();
        let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.nc", "G0 X1\n")];
        let run = closecall(&[&["mill", &part, &job, "--tool", "flat:6"][..], &flags].concat());
        assert!(run.code == 2 && run.stderr.contains(words), "{flags:?}: {}", run.stderr);
    }
}

/// A part in metres under a large tool: it is near, but a speck.
#[test]
fn a_part_that_is_a_speck_beside_the_tool_is_far() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let [part, job] = ["part.stl", "job.nc"].map(|name| examples.join(name).display().to_string());
    let words = ["mill", &part, &job, "--tool", "ball:30", "--start", "0,0,100"];
    let run = closecall(&words);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.contains("far:") && run.stdout.contains("times its size"), "{}", run.stdout);
}

#[test]
fn sarif_and_csv_have_what_was_not_checked() {
    let folder = Folder::new();
    let part = folder.write("part.obj", BLOCK);
    let [csv, sarif] = ["a.csv", "a.sarif"].map(|name| folder.path(name));
    let results = |text: &str, start: &str| {
        let job = folder.write("job.nc", text);
        let flags = ["--tool", "flat:6", "--start", start, "--csv", &csv, "--sarif", &sarif];
        let code = closecall(&[&["mill", &part, &job], &flags[..]].concat()).code;
        let log: serde_json::Value = serde_json::from_str(&folder.read("a.sarif")).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let rows: Vec<String> = folder.read("a.csv").lines().skip(1).map(str::to_string).collect();
        (code, results, rows)
    };
    let (code, log, rows) = results(G55, "-20,50,60");
    assert_eq!((code, log.len(), rows.len()), (3, 1, 1));
    assert_eq!((&log[0]["ruleId"], &log[0]["level"]), (&"unchecked".into(), &"warning".into()));
    let region = &log[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["endLine"]), (&5.into(), &8.into()));
    assert!(rows[0].starts_with("unchecked,false,5,,,,,,,,\"lines 5 to 8"), "{rows:?}");
    let (code, log, rows) = results("G0 X900 Y50 Z10\nX950\n", "900,50,50");
    assert_eq!((code, log.len(), &log[0]["ruleId"]), (3, 1, &"far".into()));
    assert!(rows[0].starts_with("far,false,1,"), "{rows:?}");
    let (code, log, rows) = results("M2\n", "900,50,50");
    assert_eq!((code, log.len(), rows.len(), &log[0]["ruleId"]), (3, 1, 1, &"unchecked".into()));
    let (code, log, rows) = results("G0 X50 Y50 Z10\n", "50,50,50");
    assert_eq!((code, log.len(), rows.len()), (0, 0, 0));
}

#[test]
fn several_tools_need_a_table_or_a_word() {
    let text = "G21 G90\nT1 M6\nG0 X50 Y50 Z10\nT2 M6\nG1 X60 F100\nM2\n";
    let start = ["--tool", "flat:6", "--start", "0,0,50"];
    let (code, json, _) = mill(text, &start);
    assert_eq!((code, json["verdict"].as_str()), (3, Some("unchecked")));
    assert_eq!(json["unchecked_other_tool"], 1);
    assert!(json["warnings"].to_string().contains("T2 is another tool than T1"), "{json}");
    let (code, json, _) = mill(text, &[&start[..], &["--one-tool"]].concat());
    assert_eq!((code, &json["checked"]), (0, &2.into()), "{json}");
}

#[test]
fn what_is_in_a_variable_is_told_or_not_known() {
    let text = "G21 G90\nG0 X50 Y50 Z10\nG1 Z#100 F100\nG1 X60\nM2\n";
    let start = ["--tool", "flat:6", "--start", "0,0,50"];
    let (code, json, _) = mill(text, &start);
    assert_eq!((code, json["verdict"].as_str()), (3, Some("unchecked")));
    assert_eq!(json["unknown_variables"], serde_json::json!(["#100"]));
    assert_eq!(json["unchecked_lines"], serde_json::json!([[3, 4]]));
    let told = |value: &str| mill(text, &[&start[..], &["--variable", value]].concat());
    assert_eq!((told("100=1").0, told("#100=-1").0), (0, 1));
    assert_eq!(told("100=-1").2, [3, 4]);
    let folder = Folder::new();
    let [part, job] = [folder.write("part.obj", BLOCK), folder.write("job.nc", text)];
    let run = closecall(&[&["mill", &part, &job], &start[..]].concat());
    assert!(run.stdout.contains("--variable what is in #100"), "{}", run.stdout);
    assert!(run.stderr.contains("--variable 100=VALUE"), "{}", run.stderr);
}

#[test]
fn a_t_word_names_the_tool_before_the_first_m6() {
    let text = "G21 G90\nT1\nG0 X50 Y50 Z10\nM0 (change it by hand)\nT2\nG1 X60 F100\nM2\n";
    let start = ["--tool", "flat:6", "--start", "0,0,50"];
    let (code, json, _) = mill(text, &start);
    assert_eq!((code, &json["unchecked_other_tool"]), (3, &1.into()), "{json}");
    assert_eq!(mill(text, &[&start[..], &["--one-tool"]].concat()).0, 0);
    assert_eq!(mill(&text.replace("T2", "T1"), &start).0, 0);
    // T2 is only made ready here.
    let ready = text.replace("T1", "T1 M6");
    assert_eq!(mill(&ready, &start).0, 0);
}
