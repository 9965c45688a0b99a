//! The targets for the engine on random bytes, without a fuzzer: this many seconds each.
//!
//! A failure names the seed; the bytes are the same the next time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// SplitMix64.
fn bytes_of(mut seed: u64) -> Vec<u8> {
    let mut next = || {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    let words = 20 + next() % 60;
    (0..words).flat_map(|_| next().to_le_bytes()).collect()
}

fn main() {
    let seconds =
        std::env::args().nth(1).map_or(10, |text| text.parse().expect("a number of seconds"));
    let named: Vec<String> = std::env::args().skip(2).collect();
    let targets: [(&str, fn(&[u8])); 9] = [
        ("engine", closecall_fuzz::engine),
        ("world", closecall_fuzz::world),
        ("dynamic", closecall_fuzz::dynamic),
        ("ray", closecall_fuzz::ray),
        ("point", closecall_fuzz::point),
        ("shape", closecall_fuzz::shape),
        ("sweep", closecall_fuzz::sweep),
        ("gcode", closecall_fuzz::gcode),
        ("gcode_words", closecall_fuzz::gcode_words),
    ];
    let mut failed = false;
    for (name, target) in targets {
        if !named.is_empty() && !named.iter().any(|wanted| wanted == name) {
            continue;
        }
        let (start, mut seed) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_secs(seconds) {
            let bytes = bytes_of(seed);
            if catch_unwind(AssertUnwindSafe(|| target(&bytes))).is_err() {
                println!("{name}: seed {seed} fails");
                failed = true;
                break;
            }
            seed += 1;
        }
        println!("{name}: {seed} inputs in {} s", start.elapsed().as_secs());
    }
    std::process::exit(i32::from(failed));
}
