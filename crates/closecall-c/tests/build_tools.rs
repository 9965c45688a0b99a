//! Installs the library of this build into an empty folder, and uses it from there as a stranger would: with
//! CMake, with pkg-config, and with the programs of the documentation as they are written.

mod common;

use common::{built, has, root, run};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// An empty folder with the library installed in it.
fn installed() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    run(Command::new(root().join("install"))
        .arg(folder.path())
        .env("BUILT", built())
        .env_remove("DESTDIR"));
    folder
}

fn repository() -> PathBuf {
    root().join("../..").canonicalize().unwrap()
}

/// The first block of a language in a page.
fn block(page: &str, language: &str) -> String {
    block_after(page, "", language)
}

/// The first block of a language after a line of a page.
fn block_after(page: &str, line: &str, language: &str) -> String {
    let text = fs::read_to_string(repository().join(page)).unwrap();
    let text = &text[text.find(line).unwrap()..];
    let start = format!("```{language}\n");
    let code = &text[text.find(&start).unwrap() + start.len()..];
    code[..code.find("```").unwrap()].to_owned()
}

#[test]
fn the_readme_works_as_written() {
    if !has("pkg-config") || !has("g++") {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    for folder in ["crates", "examples"] {
        symlink(repository().join(folder), home.path().join(folder)).unwrap();
    }
    let section = "## C and C++";
    fs::write(home.path().join("main.cpp"), block_after("README.md", section, "cpp")).unwrap();
    let said = run(Command::new("bash")
        .args(["-euc", &block_after("README.md", section, "sh")])
        .current_dir(home.path())
        .env("HOME", home.path())
        .env("BUILT", built())
        .env_remove("DESTDIR"));
    assert!(said.contains("touching: 0, apart by 0."), "{said}");
}

/// The output of pkg-config: flags to compile and link with.
fn flags(prefix: &Path) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command
        .args(["--cflags", "--libs", "closecall"])
        .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let rpath = format!("-Wl,-rpath,{}", prefix.join("lib").display());
    run(&mut command).split_whitespace().map(str::to_owned).chain([rpath]).collect()
}

#[test]
fn the_programs_of_the_pages_work_with_pkg_config() {
    if !has("pkg-config") {
        return;
    }
    let (prefix, folder) = (installed(), tempfile::tempdir().unwrap());
    for (page, language, compilers) in
        [("docs/cpp.md", "cpp", ["g++", "clang++"]), ("docs/c.md", "c", ["gcc", "clang"])]
    {
        let source = folder.path().join(format!("main.{language}"));
        fs::write(&source, block(page, language)).unwrap();
        for compiler in compilers.into_iter().filter(|compiler| has(compiler)) {
            let program = folder.path().join("mine");
            let mut command = Command::new(compiler);
            command.args(["-Wall", "-Wextra", "-Werror"]).arg(&source).args(flags(prefix.path()));
            if language == "cpp" {
                command.arg("-std=c++17");
            }
            run(command.arg("-o").arg(&program));
            let said = run(Command::new(&program).current_dir(repository()));
            assert!(said.contains("apart by 0."), "{said}");
        }
    }
}

/// The compilers that are here; one that is not is named.
fn compilers() -> impl Iterator<Item = &'static str> {
    ["g++", "clang++"].into_iter().filter(|compiler| has(compiler))
}

/// Configures and builds with a compiler, and returns the folder of the build.
fn cmake(compiler: &str, source: &Path, prefix: &Path, more: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("cmake");
    command.arg("-S").arg(source).arg("-B").arg(folder.path()).args(more);
    command.arg(format!("-DCMAKE_CXX_COMPILER={compiler}"));
    run(command.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
    run(Command::new("cmake").arg("--build").arg(folder.path()));
    folder
}

#[test]
fn a_fresh_cmake_project_finds_it() {
    if !has("cmake") {
        return;
    }
    let (prefix, folder) = (installed(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("main.cpp"), block("docs/cpp.md", "cpp")).unwrap();
    let also_static =
        "add_executable(alone main.cpp)\ntarget_link_libraries(alone closecall::static)\n";
    fs::write(folder.path().join("CMakeLists.txt"), block("docs/cpp.md", "cmake") + also_static)
        .unwrap();
    for compiler in compilers() {
        let build = cmake(compiler, folder.path(), prefix.path(), &[]);
        for program in ["mine", "alone"] {
            let said = run(Command::new(build.path().join(program)).current_dir(repository()));
            assert!(said.contains("touching: yes, then no"), "{said}");
            assert!(said.contains("free until"), "{said}");
        }
    }
}

#[test]
fn the_examples_build_and_run() {
    if !has("cmake") {
        return;
    }
    let prefix = installed();
    let is_long = std::env::var_os("CLOSECALL_LONG").is_some();
    if !is_long {
        eprintln!("skipped: plan_with_ompl takes long to compile; CLOSECALL_LONG=1 builds it");
    }
    let without = if is_long { &[][..] } else { &["-DCMAKE_DISABLE_FIND_PACKAGE_ompl=ON"][..] };
    assert_eq!(
        fs::read_to_string(root().join("examples/first_steps.cpp"))
            .unwrap()
            .split_once("\n\n")
            .unwrap()
            .1,
        block("docs/cpp.md", "cpp")
    );
    for compiler in compilers() {
        let build = cmake(compiler, &root().join("examples"), prefix.path(), without);
        let say =
            |program: &str| run(Command::new(build.path().join(program)).current_dir(repository()));
        let said = say("contact_manager");
        for part in MANAGED {
            assert!(said.contains(part), "{part}: {said}");
        }
        if build.path().join("plan_with_ompl").is_file() {
            assert!(say("plan_with_ompl").contains("proved free"));
        } else if is_long {
            eprintln!("skipped: there is no OMPL");
        }
    }
}

/// The lines of the contact manager, in parts.
const MANAGED: [&str; 7] = [
    "high up: 0",
    "low, the first: 1",
    "low, all: ",
    "on the way down: ",
    "without the cell: 0",
    "with a wide margin: 2",
    "touch",
];
