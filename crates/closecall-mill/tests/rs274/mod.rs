//! Programs that LinuxCNC's own interpreter runs, too: real ones and random ones. Skipped, with a
//! line, unless `CLOSECALL_RS274` names a folder with its package.

mod compare;
mod control;
mod grammar;
mod path;
mod table;

use self::compare::difference;
use self::control::Control;
use self::table::{Table, Verdict};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Compares one program.
fn compared(control: &Control, file: &Path, folders: &[PathBuf]) -> Verdict {
    let ours = path::read(file, folders, false);
    let theirs = control.run(file, folders, false);
    if let Some(why) = difference_of(&ours, &theirs) {
        return Verdict::Differs(why);
    }
    match (ours.refused, theirs.refused) {
        (None, None) if ours.unknown.is_some() => Verdict::Partly,
        (None, None) => Verdict::Same(ours.pieces.len()),
        (Some(ours), Some(theirs)) => Verdict::BothRefuse(ours, theirs),
        (Some(ours), None) => Verdict::OnlyOurs(ours),
        (None, Some(theirs)) => Verdict::OnlyTheirs(theirs),
    }
}

/// The difference, as far as both go.
fn difference_of(ours: &path::Read, theirs: &control::Heard) -> Option<String> {
    match (&ours.refused, &theirs.refused) {
        (None, None) => difference(ours, theirs),
        _ => {
            let why = difference(ours, theirs)?;
            // One of them stopped earlier.
            let is_shorter = why.contains("no move more") || why.contains("has more moves");
            (!is_shorter).then_some(why)
        }
    }
}

/// All programs under a folder.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        if path.is_dir() && !path.is_symlink() {
            programs(&path, found);
        } else if matches!(ending.as_deref(), Some("ngc" | "nc" | "tap" | "gcode"))
            && path.is_file()
        {
            found.push(path);
        }
    }
}

/// The programs of the package, and those of the folders in `CLOSECALL_NC`.
#[test]
fn real_programs_move_as_on_linuxcnc() {
    let Some(control) = Control::find() else { return };
    let mut files = Vec::new();
    programs(&control.root().join("usr/share"), &mut files);
    let others = std::env::var_os("CLOSECALL_NC").unwrap_or_default();
    std::env::split_paths(&others).for_each(|folder| programs(&folder, &mut files));
    let libraries = ["ngcgui_lib", "ngcgui_lib/utilitysubs", "gladevcp_lib", "remap-subroutines"];
    let libraries =
        libraries.map(|name| control.root().join("usr/share/linuxcnc/ncfiles").join(name));
    let verdicts: Vec<(PathBuf, Verdict)> = files
        .into_par_iter()
        .map(|file| {
            let own = file.parent().unwrap().to_path_buf();
            let folders: Vec<PathBuf> = std::iter::once(own).chain(libraries.clone()).collect();
            let verdict = compared(&control, &file, &folders);
            (file, verdict)
        })
        .collect();
    let table = Table::of(verdicts);
    eprintln!("{table}");
    assert!(table.total() > 300, "{}", table.total());
    let (theirs, ours) = table.accepted();
    assert!(ours * 20 >= theirs * 19, "{ours} of {theirs}");
    assert_eq!(table.differing(), 0, "{table}");
    if std::env::var_os("CLOSECALL_BLESS").is_some() {
        write_page(&table.page());
    }
}

/// Puts a table between two lines of docs/milling.md.
fn write_page(page: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/milling.md");
    let text = std::fs::read_to_string(&file).unwrap();
    let [from, to] = ["<!-- programs compared -->\n", "<!-- end -->\n"];
    let (before, rest) = text.split_once(from).expect("the first line");
    let (_, after) = rest.split_once(to).expect("the last line");
    std::fs::write(&file, format!("{before}{from}\n{page}\n{to}{after}")).unwrap();
}

/// Random programs, each by its seed. `CLOSECALL_RS274_PROGRAMS` says how many, and
/// `CLOSECALL_RS274_SEED` where they begin.
#[test]
fn random_programs_move_as_on_linuxcnc() {
    let Some(control) = Control::find() else { return };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let is_long = std::env::var_os("CLOSECALL_LONG").is_some();
    let count = number("CLOSECALL_RS274_PROGRAMS").unwrap_or(if is_long { 5000 } else { 200 });
    let first = number("CLOSECALL_RS274_SEED").unwrap_or(1);
    let folder = std::env::temp_dir().join(format!("closecall-random-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let verdicts: Vec<(PathBuf, Verdict)> = (first..first + count)
        .into_par_iter()
        .map(|seed| {
            let file = folder.join(format!("{seed}.ngc"));
            std::fs::write(&file, grammar::program(seed)).unwrap();
            let verdict = compared(&control, &file, std::slice::from_ref(&folder));
            if !verdict.is_odd() {
                std::fs::remove_file(&file).unwrap();
            }
            (file, verdict)
        })
        .collect();
    let table = Table::of(verdicts);
    eprintln!("{table}");
    assert_eq!(table.odd(), 0, "the programs that differ are in {}", folder.display());
    let _ = std::fs::remove_dir_all(&folder);
}
