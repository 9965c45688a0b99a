//! Tool tables: ours, FreeCAD's, Fusion's and LinuxCNC's, and what is refused; APT's seven parameters.

use closecall::geom::Interval;
use closecall_mill::gcode::ProgramUnit;
use closecall_mill::tool::{Tool, ToolShape, table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder of its own for a test; removed when it is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("closecall-mill-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("Bit")).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.0.join(name);
        std::fs::write(&file, text).unwrap();
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn load(file: &Path) -> BTreeMap<u32, Tool> {
    table::load(file, ProgramUnit::Millimetre).unwrap().0
}

#[test]
fn ours() {
    let folder = Folder::new("ours");
    let text = r#"{"tools": {
        "1": {"shape": "ball:6", "length": 20, "shank": 6, "stick_out": 40, "holder": "30:20,40:50:10"},
        "12": {"name": "rougher", "shape": "bull:10:2"}}}"#;
    let tools = load(&folder.write("tools.json", text));
    assert_eq!(tools.keys().copied().collect::<Vec<_>>(), [1, 12]);
    assert_eq!(tools[&1].shape, ToolShape::Ball { d: 6.0 });
    assert_eq!(
        (tools[&1].length, tools[&1].stick_out, tools[&1].holder.len()),
        (Some(20.0), Some(40.0), 2)
    );
    assert_eq!(tools[&12], Tool::of(ToolShape::Bull { d: 10.0, corner: 2.0 }));
}

#[test]
fn freecad() {
    let folder = Folder::new("freecad");
    let bit = |shape: &str, parameter: &str| {
        format!(r#"{{"version": 2, "shape": "{shape}", "parameter": {{{parameter}}}}}"#)
    };
    folder.write(
        "Bit/flat.fctb",
        &bit("endmill.fcstd", r#""Diameter": "5.00 mm", "Length": "50 mm""#),
    );
    folder.write("Bit/ball.fctb", &bit("ballend.fcstd", r#""Diameter": "0.25 in""#));
    folder.write(
        "Bit/bull.fctb",
        &bit("bullnose.fcstd", r#""Diameter": "6 mm", "FlatRadius": "1,5 mm""#),
    );
    folder.write(
        "Bit/vee.fctb",
        &bit(
            "v-bit.fcstd",
            r#""Diameter": "10 mm", "CuttingEdgeAngle": "60 °", "TipDiameter": "1 mm""#,
        ),
    );
    folder.write("drill.fctb", &bit("drill.fcstd", r#""Diameter": 3, "TipAngle": "118.00 °""#));
    let entries: Vec<String> = ["flat", "ball", "bull", "vee", "drill"]
        .iter()
        .enumerate()
        .map(|(i, name)| format!(r#"{{"nr": {}, "path": "{name}.fctb"}}"#, i + 1))
        .collect();
    let tools = load(
        &folder
            .write("shop.fctl", &format!(r#"{{"tools": [{}], "version": 1}}"#, entries.join(","))),
    );
    assert_eq!(tools[&1].shape, ToolShape::Flat { d: 5.0 });
    assert_eq!(tools[&2].shape, ToolShape::Ball { d: 0.25 * 25.4 });
    assert_eq!(tools[&3].shape, ToolShape::Bull { d: 6.0, corner: 1.5 });
    let ToolShape::Profile { points } = &tools[&4].shape else { panic!("{:?}", tools[&4]) };
    assert!(
        points[0] == (0.5, 0.0)
            && points[1].0 == 5.0
            && (points[1].1 - 4.5 * 3f64.sqrt()).abs() < 1e-12
    );
    assert_eq!(tools[&5].shape, ToolShape::Cone { d: 3.0, half_angle: 59.0 });
}

/// Lengths state their unit: they are the same tool in a program in inches. A shank is taken over,
/// a bit that is no cutter is left out with a word, and a unit that is not known is refused.
#[test]
fn freecad_units_shanks_and_probes() {
    let folder = Folder::new("freecad-units");
    let bit = |name: &str, shape: &str, parameter: &str| {
        let text = format!(r#"{{"shape": "{shape}", "parameter": {{{parameter}}}}}"#);
        folder.write(&format!("{name}.fctb"), &text);
    };
    let shank = r#", "CuttingEdgeHeight": "2 cm", "ShankDiameter": "12.7 mm""#;
    bit("ball", "ballend.fcstd", &format!(r#""Diameter": "0.25 in"{shank}"#));
    bit("vee", "vbit.fcstd", &format!(r#""Diameter": "10 mm", "CuttingEdgeAngle": "10 °"{shank}"#));
    bit("probe", "probe.fcstd", r#""Diameter": "5 mm""#);
    let names = ["ball", "vee", "probe"].iter().enumerate();
    let entries = names.map(|(i, name)| format!(r#"{{"nr": {}, "path": "{name}.fctb"}}"#, i + 1));
    let text = format!(r#"{{"tools": [{}]}}"#, entries.collect::<Vec<_>>().join(","));
    let file = folder.write("shop.fctl", &text);
    let (tools, notes) = table::load(&file, ProgramUnit::Inch).unwrap();
    assert_eq!(tools[&1].shape, ToolShape::Ball { d: 0.25 });
    assert_eq!((tools[&1].length, tools[&1].shank), (Some(20.0 / 25.4), Some(0.5)));
    assert!(tools[&2].length.unwrap() > 2.0, "the cone is higher than its cutting edge");
    assert!(!tools.contains_key(&3) && notes.iter().any(|n| n.contains("`probe`")), "{notes:?}");
    assert_eq!(load(&file)[&1].shape, ToolShape::Ball { d: 0.25 * 25.4 });
    bit("ball", "ballend.fcstd", r#""Diameter": "1 furlong""#);
    let error = table::load(&file, ProgramUnit::Inch).unwrap_err().to_string();
    assert!(error.contains("furlong") && error.contains("Diameter"), "{error}");
}

#[test]
fn linuxcnc() {
    let folder = Folder::new("linuxcnc");
    let text = "; a table\nT1 P1 D6.0 Z-50.2 ; 6 mm Ball nose\nT2 P2 D3.175 Z10 ;flat\nT99 P3 Z1 ; a probe without diameter\n\n";
    let (tools, notes) =
        table::load(&folder.write("tool.tbl", text), ProgramUnit::Millimetre).unwrap();
    assert_eq!(tools.keys().copied().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(
        (&tools[&1].shape, &tools[&2].shape),
        (&ToolShape::Ball { d: 6.0 }, &ToolShape::Flat { d: 3.175 })
    );
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("99")), "{notes:?}");
}

#[test]
fn errors_name_the_tool_or_the_line() {
    let folder = Folder::new("errors");
    let refused = |text: &str| {
        table::load(&folder.write("t.json", text), ProgramUnit::Millimetre).unwrap_err().to_string()
    };
    for (text, part) in [
        ("{", "the table"),
        (r#"{"tools": 4}"#, "no `tools`"),
        (r#"{"tools": {}}"#, "no tool"),
        (r#"{"tools": {"a": {"shape": "ball:6"}}}"#, "tool a"),
        (r#"{"tools": {"7": {"shape": "ball:-6"}}}"#, "tool 7"),
        (r#"{"tools": {"7": {"shape": "ball:6", "lenght": 4}}}"#, "`lenght`"),
        (r#"{"tools": {"7": {"shape": "ball:6", "length": "4"}}}"#, "`length`"),
        (r#"{"tools": {"7": {"shape": "ball:6", "length": 1}}}"#, "tool 7"),
        (r#"{"tools": {"7": {"shape": "ball:6", "holder": 30}}}"#, "`holder`"),
        (r#"{"tools": {"7": {"shape": "ball:6", "holder": ["30:20"]}}}"#, "`holder`"),
        (r#"{"tools": {"7": {"shape": "ball:6"}, "7": {"shape": "flat:6"}}}"#, "`7` stands"),
        (r#"{"tools": {"7": {"shape": "ball:6"}, "07": {"shape": "flat:6"}}}"#, "tool 7 stands"),
        (r#"{"tools": {"7": {"shape": "ball:6", "shape": "flat:6"}}}"#, "`shape` stands"),
        (r#"{"tools": {"7": {"shape": "ball:6"}}, "unit": "inch"}"#, "`unit`"),
        (r#"{"tools": [{"nr": 1, "path": "gone.fctb"}]}"#, "gone.fctb"),
        (r#"{"tools": [{"path": "gone.fctb"}]}"#, "tool 1 of the library"),
        ("T1 Dx", "line 1"),
        ("\nT-1 D6", "line 2"),
        ("T1.5 D6", "line 1"),
        ("T1 D6\nT1 D8", "line 2"),
        ("T1 Dinf", "line 1"),
    ] {
        let error = refused(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// The underside at a distance from the axis.
fn height(text: &str, r: f64) -> f64 {
    let tool = Tool::of(text.parse::<ToolShape>().unwrap());
    let z = tool.pieces()[0].lower.height(Interval::exactly(r)).unwrap();
    assert!(z.hi - z.lo < 1e-9);
    z.lo
}

#[test]
fn apt_parameters_give_the_simple_shapes() {
    let circle = |x: f64, rho: f64| rho - (rho * rho - x * x).sqrt();
    for i in 0..=20 {
        let r = 3.0 * f64::from(i) / 20.0 * (1.0 - 1e-12);
        // d, r, e, f, alpha, beta, h: a ball, a flat end, a bull-nose, a cone of 30° against the
        // level.
        assert!((height("apt:6:3:0:3:0:0:10", r) - circle(r, 3.0)).abs() < 1e-9, "ball at {r}");
        assert!(height("apt:6:0:3:0:0:0:10", r).abs() < 1e-12, "flat at {r}");
        let bull = if r <= 2.0 { 0.0 } else { circle(r - 2.0, 1.0) };
        assert!((height("apt:6:1:2:1:0:0:10", r) - bull).abs() < 1e-9, "bull at {r}");
        assert!((height("apt:6:0:3:0:30:0:10", r) - r / 3f64.sqrt()).abs() < 1e-9, "cone at {r}");
    }
    // A taper of 45° above a flat end of radius 2, up to height 3.
    assert!((height("apt:4:0:2:0:0:45:3", 4.0) - 2.0).abs() < 1e-9);
    let taper: ToolShape = "apt:4:0:2:0:0:45:3".parse().unwrap();
    assert!((taper.diameter() - 10.0).abs() < 1e-9);
}

#[test]
fn apt_parameters_that_do_not_join_are_refused() {
    for text in [
        "apt:6:3:0:3:0:0",
        "apt:0:3:0:3:0:0:10",
        "apt:6:3:-1:3:0:0:10",
        "apt:6:3:0:3:95:0:10",
        "apt:6:3:0:3:80:80:10",
    ] {
        assert!(text.parse::<ToolShape>().is_err(), "{text}");
    }
}

/// A library of Fusion's: a ball with a neck and a holder, a chamfer mill in inches, and what is no cutter.
const FUSION: &str = r#"{"data": [
  {"type": "ball end mill", "description": "ball 6", "unit": "millimeters",
   "geometry": {"DC": 6, "LCF": 12, "OAL": 60, "LB": 40, "SFDM": 8, "shoulder-length": 20, "shoulder-diameter": 5.8, "NOF": 2},
   "shaft": {"segments": [{"height": 2, "lower-diameter": 5.8, "upper-diameter": 8}]},
   "holder": {"description": "ER16", "gaugeLength": 50, "unit": "millimeters",
     "segments": [{"height": 10, "lower-diameter": 22, "upper-diameter": 28}, {"height": 40, "lower-diameter": 40, "upper-diameter": 40}]},
   "post-process": {"number": 3}},
  {"type": "chamfer mill", "unit": "inches", "geometry": {"DC": 0.5, "LCF": 0.4, "TA": 45, "tip-diameter": 0.1, "SFDM": 0.5},
   "post-process": {"number": 12}},
  {"type": "holder", "description": "ER16", "unit": "millimeters", "segments": []}
], "version": 2}"#;

#[test]
fn fusions() {
    let folder = Folder::new("fusions");
    let (tools, notes) =
        table::load(&folder.write("a.json", FUSION), ProgramUnit::Millimetre).unwrap();
    assert!(
        notes.iter().any(|note| note.contains("`holder` is not known as a cutter")),
        "{notes:?}"
    );
    let ball = &tools[&3];
    assert_eq!(ball.shape, ToolShape::Ball { d: 6.0 });
    assert_eq!(
        (ball.length, ball.shank, ball.stick_out, ball.gauge),
        (Some(12.0), Some(8.0), Some(40.0), Some(90.0))
    );
    assert_eq!(ball.shaft.iter().map(|stage| stage.length).collect::<Vec<_>>(), [8.0, 2.0]);
    assert_eq!(ball.holder.len(), 2);
    // Cutter, neck, cone, shank, two stages and what goes on above them.
    let ends: Vec<f64> = ball.pieces().iter().map(|piece| piece.lower.lowest()).collect();
    assert_eq!(ends, [0.0, 12.0, 20.0, 22.0, 40.0, 50.0, 90.0]);
    let ToolShape::Profile { points } = &tools[&12].shape else { panic!("{:?}", tools[&12]) };
    assert!(
        (points[0].0 - 1.27).abs() < 1e-12
            && (points[1].0 - 6.35).abs() < 1e-12
            && (points[1].1 - 5.08).abs() < 1e-9
    );
    let (inches, _) =
        table::parse(Path::new("a.json"), FUSION.as_bytes(), ProgramUnit::Inch).unwrap();
    assert!((inches[&3].shape.diameter() - 6.0 / 25.4).abs() < 1e-12);
}

#[test]
fn what_is_wrong_in_a_fusion_library_is_named() {
    for (from, to, why) in [
        (r#""DC": 6, "#, "", "tool 1 of the library (ball 6): geometry.DC is missing"),
        (r#""DC": 6, "#, r#""DC": "six", "#, "geometry.DC is \"six\", no number"),
        (r#""LB": 40, "#, "", "geometry.LB is missing"),
        (r#""LCF": 0.4, "#, "", "tool 2 of the library (chamfer mill): geometry.LCF is missing"),
        (r#""number": 12"#, r#""number": 3"#, "and so is that of tool 1 of the library (ball 6)"),
        (r#""number": 12"#, r#""number": -1"#, "post-process.number is -1"),
        (r#""post-process": {"number": 12}"#, r#""name": 1"#, "post-process.number is missing"),
        (r#""unit": "inches""#, r#""unit": "furlongs""#, "millimeters or inches are known"),
        (r#""height": 10"#, r#""height": "ten""#, "holder.segments[0].height is no number"),
        (r#""height": 10"#, r#""height": -10"#, "a holder's stage needs positive numbers"),
        (r#""SFDM": 8"#, r#""SFDM": 1e12"#, "tool 1 of the library (ball 6): the shank's diameter"),
    ] {
        assert!(FUSION.contains(from), "{from}");
        let text = FUSION.replacen(from, to, 1);
        let error = table::parse(Path::new("a.json"), text.as_bytes(), ProgramUnit::Millimetre)
            .unwrap_err();
        assert!(error.to_string().contains(why), "{error} has not {why}");
    }
    let error =
        table::parse(Path::new("a.tools"), b"PK\x03\x04 and nothing else", ProgramUnit::Millimetre);
    assert!(error.unwrap_err().to_string().contains("a.tools: it cannot be unzipped"));
}

/// A zipped library, as Fusion writes it.
#[test]
fn a_zipped_library_is_unzipped() {
    use std::io::Write as _;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    writer.start_file("tools.json", options).unwrap();
    writer.write_all(FUSION.as_bytes()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let (tools, _) = table::parse(Path::new("a.tools"), &bytes, ProgramUnit::Millimetre).unwrap();
    assert_eq!(tools.keys().copied().collect::<Vec<_>>(), [3, 12]);
}

/// Bytes of a library that are changed, cut or doubled: tools or an error, never a panic.
#[test]
fn mutated_libraries_are_tools_or_errors() {
    let mut rng = closecall::engine::geom::Rng::new(4103);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut bytes = FUSION.as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            match rng.below(4) {
                0 => bytes[at] = b"0123456789-.eE{}[],:\""[rng.below(21)],
                1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"0123456789-"[rng.below(11)]),
            }
        }
        match table::parse(Path::new("a.json"), &bytes, ProgramUnit::Millimetre) {
            Ok((tools, _)) => {
                assert!(tools.values().all(|tool| !tool.pieces().is_empty()));
                read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(read > 300 && refused > 300, "{read} {refused}");
}
