//! The example runs, and what it asserts holds. It is a newcomer's first program: it stays short.

#[path = "../../examples/arm.rs"]
mod arm;

#[test]
fn a_robot_check_takes_twenty_lines() {
    arm::main().unwrap();
    let source = include_str!("../../examples/arm.rs");
    let (_, body) = source.split_once("fn main()").unwrap();
    let asks = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("assert") && line != "}" && line != "Ok(())"
    };
    let lines = body.lines().skip(1).filter(asks).count();
    assert!(lines <= 20, "{lines} lines");
}
