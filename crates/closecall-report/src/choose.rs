//! Long flights, for display only: of a group of neighbouring frames, the one in which most touches.

/// The number of frames that are shown at most.
pub const MOST_FRAMES: usize = 4000;

/// The frames to show, at most `most_frames`, given how much touches in each: all of them if there
/// are not too many, and otherwise of every run of equal length the first with most contacts, so
/// that no run that touches looks clear.
#[must_use]
pub fn choose(contacts: &[u64], most_frames: usize) -> Vec<usize> {
    let run = contacts.len().div_ceil(most_frames).max(1);
    let busiest = |(at, run_of): (usize, &[u64])| {
        let most = run_of.iter().copied().max().unwrap_or(0);
        at * run + run_of.iter().position(|&count| count == most).unwrap_or(0)
    };
    contacts.chunks(run).enumerate().map(busiest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_flight_is_shown_as_it_is() {
        assert_eq!(choose(&[0, 1, 0], MOST_FRAMES), [0, 1, 2]);
        assert_eq!(choose(&vec![0; MOST_FRAMES], MOST_FRAMES).len(), MOST_FRAMES);
    }

    #[test]
    fn no_contact_of_a_long_flight_is_lost() {
        let mut contacts = vec![0; 3 * MOST_FRAMES - 1];
        contacts[7] = 2;
        contacts[8] = 5;
        let chosen = choose(&contacts, MOST_FRAMES);
        assert_eq!((chosen.len(), &chosen[..4]), (MOST_FRAMES, &[0, 3, 8, 9][..]));
    }
}
