//! Prints the moves of G-code programs, to compare them with those of a control:
//! `moves [--dialect NAME] [--rotary NAME] FILE…`. The tool begins at 0,0,0, all work systems and G28 and G30 are
//! there, too.

use closecall_mill::gcode::{Cutters, GcodeOptions, Interpreter, ToolPath};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = GcodeOptions::default();
    options.places.start = Some([0.0; 3]);
    options.places.systems = [Some([0.0; 3]); 9];
    options.places.homes = [Some([0.0; 3]); 2];
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--dialect" {
            options.dialect = words.next().unwrap_or_default().parse()?;
            continue;
        }
        if word == "--rotary" {
            options.rotary = Some(words.next().unwrap_or_default().parse()?);
            continue;
        }
        println!("file {word}");
        print(&word, &options)?;
    }
    Ok(())
}

fn print(file: &str, options: &GcodeOptions) -> Result<(), Box<dyn Error>> {
    let cutters = Cutters { single: Some(3.0), ..Cutters::default() };
    let reader = BufReader::new(File::open(file)?);
    let mut options = options.clone();
    options.folders = Path::new(file).parent().map(Path::to_path_buf).into_iter().collect();
    let mut program = Interpreter::new(reader, options).with_cutters(cutters);
    loop {
        let step = match program.step() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(error) => {
                println!("refused {}", error.to_string().replace('\n', " "));
                break;
            }
        };
        for one in &step.way.moves {
            let [x, y, z] = one.path.end();
            let [a, b, c] = one.angles[1];
            let head = format!("{} {} {x} {y} {z} {a} {b} {c}", step.line, step.tool);
            match &one.path {
                ToolPath::Line(_) => println!("line {head} {}", u8::from(one.rapid)),
                ToolPath::Spline(_) => println!("spline {head}"),
                ToolPath::Arc(arc) => println!(
                    "arc {head} {} {} {} {}",
                    arc.axes[2], arc.center[0], arc.center[1], arc.sweep
                ),
            }
        }
        if step.way.unchecked > 0 {
            println!("unchecked {} {}", step.line, step.way.unchecked);
        }
    }
    println!("unit {:?}", program.unit());
    Ok(())
}
