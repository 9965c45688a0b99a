//! Compiles the C and C++ tests with the compilers of this machine, against the library of this build, and runs
//! them; a tool that is absent is named and skipped.

mod common;

use common::{has, library, root, run};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn sources(folder: &str, extension: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("tests").join(folder)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension() == Some(OsStr::new(extension)));
    files.sort();
    files
}

/// The functions that the header declares.
fn declared() -> BTreeSet<String> {
    let header = fs::read_to_string(root().join("include/closecall.h")).unwrap();
    let code: String = header.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let names = code.match_indices('(').filter_map(|(place, _)| {
        let start = code[..place].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')? + 1;
        let name = &code[start..place];
        name.starts_with("closecall_").then(|| name.to_owned())
    });
    names.collect()
}

/// The functions of the library that object files need.
fn needed(objects: &[PathBuf]) -> BTreeSet<String> {
    let listed = run(Command::new("nm").arg("-u").args(objects));
    let names = listed.split_whitespace().filter(|name| name.starts_with("closecall_"));
    names.map(str::to_owned).collect()
}

/// Compiles sources to objects in a folder, and links them.
fn build(
    compiler: &str,
    flags: &[&str],
    sources: &[PathBuf],
    folder: &Path,
    library: &Path,
) -> (PathBuf, Vec<PathBuf>) {
    let objects: Vec<PathBuf> = sources
        .iter()
        .map(|source| {
            let object = folder.join(source.file_name().unwrap()).with_extension("o");
            let mut command = Command::new(compiler);
            command.args(flags).arg("-I").arg(root().join("include")).arg("-c").arg(source);
            run(command.arg("-o").arg(&object));
            object
        })
        .collect();
    let program = folder.join("program");
    let mut command = Command::new(compiler);
    command
        .args(flags)
        .args(&objects)
        .arg("-L")
        .arg(library)
        .arg("-lclosecall")
        .arg("-lm")
        .arg("-lpthread");
    run(command.arg(format!("-Wl,-rpath,{}", library.display())).arg("-o").arg(&program));
    (program, objects)
}

const C_FLAGS: [&str; 6] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-g"];
const CPP_FLAGS: [&str; 6] = ["-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Werror", "-g"];

/// Compiles and runs the tests in a folder; returns the functions that they call.
fn tests_in(folder: &str, compiler: &str, flags: &[&str], through: &[&str]) -> BTreeSet<String> {
    let (library, place) = (library(), tempfile::tempdir().unwrap());
    let extension = if folder == "c" { "c" } else { "cpp" };
    let (program, objects) =
        build(compiler, flags, &sources(folder, extension), place.path(), library.path());
    let examples = root().join("../../examples");
    let mut command = match through {
        [] => Command::new(&program),
        [tool, arguments @ ..] => {
            let mut command = Command::new(tool);
            command.args(arguments).arg(&program);
            command
        }
    };
    let said = run(command.arg(examples).arg(place.path()));
    assert!(said.contains("tests passed"), "{said}");
    needed(&objects)
}

#[test]
fn every_function_is_called_from_c() {
    for compiler in ["gcc", "clang"].into_iter().filter(|compiler| has(compiler)) {
        let called = tests_in("c", compiler, &C_FLAGS, &[]);
        assert!(declared().len() > 80, "{:?}", declared());
        assert_eq!(called, declared());
    }
}

#[test]
fn only_functions_of_the_header_are_visible() {
    let library = library();
    let listed = run(Command::new("nm")
        .arg("-D")
        .arg("--defined-only")
        .arg(library.path().join("libclosecall.so")));
    let visible: BTreeSet<String> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .map(str::to_owned)
        .collect();
    assert_eq!(visible, declared());
}

#[test]
fn every_function_is_called_from_cpp() {
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        assert_eq!(tests_in("cpp", compiler, &CPP_FLAGS, &[]), declared());
        let flags = [&CPP_FLAGS[..], &["-fno-exceptions"]].concat();
        tests_in("cpp_results", compiler, &flags, &[]);
    }
}

#[test]
fn the_types_of_eigen_are_taken() {
    let asked = Command::new("pkg-config").args(["--cflags", "eigen3"]).output();
    let Some(found) = asked.ok().filter(|output| output.status.success()) else {
        eprintln!("skipped: there is no Eigen");
        return;
    };
    // Eigen's own headers are not looked at for warnings.
    let include = String::from_utf8(found.stdout).unwrap().trim().replace("-I", "-isystem");
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        let mut flags = CPP_FLAGS.to_vec();
        flags.push(&include);
        tests_in("eigen", compiler, &flags, &[]);
    }
}

#[test]
fn valgrind_and_the_address_sanitizer_find_nothing() {
    let strict = [
        "valgrind",
        "--quiet",
        "--error-exitcode=9",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite",
        "--show-leak-kinds=definite",
    ];
    if has("valgrind") {
        for (folder, compiler, flags) in [("c", "gcc", &C_FLAGS), ("cpp", "g++", &CPP_FLAGS)] {
            tests_in(folder, compiler, flags, &strict);
        }
    }
    let sanitized = |flags: &[&'static str]| {
        [flags, &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]].concat()
    };
    tests_in("c", "gcc", &sanitized(&C_FLAGS), &[]);
    tests_in("cpp", "g++", &sanitized(&CPP_FLAGS), &[]);
}
