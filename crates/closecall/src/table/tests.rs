//! Tables of all kinds that are read, and tables that are refused with line and column.

use super::*;

const FILE: &str = "t.csv";

fn read(text: &[u8]) -> Result<(Vec<String>, Vec<Vec<f64>>), Located> {
    let mut table = Table::new(Path::new(FILE), text)?;
    let mut rows = Vec::new();
    while let Some(row) = table.next_row()? {
        rows.push(row.to_vec());
    }
    Ok((table.header().to_vec(), rows))
}

#[test]
fn fields_are_separated_by_commas_semicolons_tabs_or_blanks() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let rows = vec![vec![1.0, -2.5], vec![0.0, 3.0]];
    for text in [
        "a,b\n1,-2.5\n0,3\n",
        "a;b\n1;-2.5\n0;3",
        "a\tb\n1\t-2.5\n0\t3\n",
        "a b\n1 -2.5\n0 3\n",
        "  a \t b\n 1   -2.5\n0\t3\n",
        "\u{feff}# of a robot\r\n\r\n\"a\" , \"b\"\r\n1,\t-2.5 \r\n  # lost\r\n\"0\",3e0\r\n\r\n",
    ] {
        assert_eq!(read(text.as_bytes()).unwrap(), (names.clone(), rows.clone()), "{text:?}");
    }
}

#[test]
fn the_only_name_may_have_blanks() {
    for name in ["lift", "shoulder pan", "a;b", "a\tb"] {
        let table = read(format!("{name}\n1\n2\n").as_bytes()).unwrap();
        assert_eq!(table, (vec![name.to_owned()], vec![vec![1.0], vec![2.0]]));
    }
}

#[test]
fn a_table_is_refused_with_its_line_and_column() {
    for (text, expected) in [
        ("a,b\n1,2\n1,x\n", "row 1 (line 3): b is `x`, not a number"),
        ("a,b\n1,\n", "row 0 (line 2): b is ``, not a number"),
        ("a;b\n1,5;2\n", "row 0 (line 2): a is `1,5`, not a number"),
        ("a,b\nnan,1\n", "row 0 (line 2): a is NaN, not a finite number"),
        ("a,b\n1,1e999\n", "row 0 (line 2): b is inf, not a finite number"),
        ("a,b\n1,-1e-999\n", "row 0 (line 2): b is `-1e-999`, not zero but too small for an f64"),
        ("a,b\n\n# c\n1,2,3\n", "row 0 (line 4): expected 2 fields, found 3"),
        ("a b\n1 2 3\n", "row 0 (line 2): expected 2 fields, found 3"),
        ("a,b\n1\n", "row 0 (line 2): expected 2 fields, found 1"),
        ("a,b\n", "row 0 (line 2): there is no row"),
        ("a,,b\n1,2,3\n", "line 1: column 2 has no name"),
        ("# x\n1,2\n3,4\n", "line 2: there are numbers, `1,2`, where the names of the columns"),
        ("1 2\n3 4\n", "line 1: there are numbers, `1 2`, where the names of the columns"),
    ] {
        let found = read(text.as_bytes()).unwrap_err().to_string();
        assert!(found.starts_with(&format!("{FILE}, {expected}")), "{text:?}: {found}");
    }
    let found = read(b"a,b\n1,2\n\xff,2\n").unwrap_err().to_string();
    assert_eq!(found, "t.csv, row 1 (line 3): the line is not UTF-8 text");
    let found = read(b"\x1f\x8b\x08\0").unwrap_err().to_string();
    assert_eq!(found, "t.csv: this is compressed with gzip: unpack it first (gunzip)");
}

#[test]
fn a_table_without_a_header_takes_any_separators() {
    let text = "\u{feff}# rays\n1 2,3 # the first\n\n4;5;\t6\n7 8\n";
    let mut table =
        Table::without_header(Path::new(FILE), text.as_bytes(), &["x", "y", "z"]).unwrap();
    assert_eq!(table.next_row().unwrap(), Some(&[1.0, 2.0, 3.0][..]));
    assert_eq!(table.next_row().unwrap(), Some(&[4.0, 5.0, 6.0][..]));
    let refused = table.next_row().unwrap_err().to_string();
    assert_eq!(refused, "t.csv, line 5: expected 3 fields, found 2");
    assert_eq!(table.next_row().unwrap(), None);
}

#[test]
fn poses_are_read_by_the_names_of_their_columns() {
    let half = std::f64::consts::FRAC_PI_2;
    let s = 0.5f64.sqrt();
    let cases: [(&str, Vec<f64>, [f64; 4]); 10] = [
        ("tx,ty,tz,qw,qx,qy,qz", vec![1.0, 2.0, 3.0, 0.6, 0.0, 0.8, 0.0], [0.6, 0.0, 0.8, 0.0]),
        ("tx,ty,tz,qx,qy,qz,qw", vec![1.0, 2.0, 3.0, 0.0, 0.8, 0.0, 0.6], [0.6, 0.0, 0.8, 0.0]),
        ("qw,tz,ty,tx,qz,qy,qx", vec![0.6, 3.0, 2.0, 1.0, 0.0, 0.8, 0.0], [0.6, 0.0, 0.8, 0.0]),
        ("tx,ty,tz,rx,ry,rz", vec![1.0, 2.0, 3.0, 0.0, half, 0.0], [s, 0.0, s, 0.0]),
        ("tx,ty,tz,rx,ry,rz", vec![1.0, 2.0, 3.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
        ("tx,ty,tz,ax,ay,az,angle", vec![1.0, 2.0, 3.0, 0.0, 0.0, -4.0, half], [s, 0.0, 0.0, -s]),
        ("tx,ty,tz,ax,ay,az,angle", vec![1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
        ("tx,ty,tz,roll,pitch,yaw", vec![1.0, 2.0, 3.0, half, 0.0, 0.0], [s, s, 0.0, 0.0]),
        ("yaw,pitch,roll,tx,ty,tz", vec![half, 0.0, 0.0, 1.0, 2.0, 3.0], [s, 0.0, 0.0, s]),
        // First about x, then about the fixed z.
        ("tx,ty,tz,roll,pitch,yaw", vec![1.0, 2.0, 3.0, half, 0.0, half], [0.5, 0.5, 0.5, 0.5]),
    ];
    for (header, row, quaternion) in cases {
        let names: Vec<&str> = header.split(',').collect();
        let read = PoseColumns::of(&names).unwrap().read(&row).unwrap();
        assert_eq!((read.translation, read.time), ([1.0, 2.0, 3.0], None), "{header}");
        let off = read.quaternion.iter().zip(quaternion).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f64::max) < 1e-15, "{header}: {:?}", read.quaternion);
        let timed = [&names[..], &["time"]].concat();
        let read = PoseColumns::of(&timed).unwrap().read(&[&row[..], &[7.5]].concat()).unwrap();
        assert_eq!(read.time, Some(7.5));
    }
    let axis = PoseColumns::of(&["tx", "ty", "tz", "ax", "ay", "az", "angle"]).unwrap();
    assert_eq!(axis.read(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]), Err(NoDirection));
    for wrong in [
        "",
        "time",
        "tx,ty,tz",
        "tx,ty,tz,qw,qx,qy",
        "tx,ty,tz,qw,qx,qy,qz,t",
        "tx,ty,tz,qw,qx,qy,qz,qz",
        "tx,ty,tz,qw,qx,qy,qz,rx,ry,rz",
        "tx,tx,ty,tz,roll,pitch,yaw",
        "time,time,tx,ty,tz,roll,pitch,yaw",
        "x,y,z,qw,qx,qy,qz",
        "TX,ty,tz,qw,qx,qy,qz",
    ] {
        assert_eq!(PoseColumns::of(&wrong.split(',').collect::<Vec<_>>()), None, "{wrong}");
    }
}
