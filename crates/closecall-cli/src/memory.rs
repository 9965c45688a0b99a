//! How much memory the program uses: the heap, counted by its allocator, and the peak the system
//! saw.

use std::alloc::System;

use cap::Cap;

/// The system's allocator with a counter around it. The limit is never reached.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// The bytes on the heap now.
pub fn heap_bytes() -> usize {
    HEAP.allocated()
}

/// The most memory the program had at once, in kB, where the system tells (Linux); 0 elsewhere.
pub fn peak_rss_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|kb| kb.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heap_grows_by_what_is_allocated() {
        let before = heap_bytes();
        let block = vec![1u8; 50_000_000];
        assert!(heap_bytes() >= before + block.len() - 1_000_000);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells_the_peak() {
        assert!(peak_rss_kb() > 100);
    }
}
