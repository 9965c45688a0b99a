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

    /// Other tests allocate and free at the same time, so the block is larger than all of them
    /// together. Nobody writes to it: the system reserves its pages and never fills them.
    #[test]
    fn the_heap_holds_what_is_allocated_until_it_is_freed() {
        const BLOCK_BYTES: usize = 1 << 33;
        assert!(heap_bytes() < BLOCK_BYTES);
        let block = vec![0u8; BLOCK_BYTES];
        assert!(heap_bytes() >= block.len());
        drop(block);
        assert!(heap_bytes() < BLOCK_BYTES);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells_the_peak() {
        assert!(peak_rss_kb() > 100);
    }
}
