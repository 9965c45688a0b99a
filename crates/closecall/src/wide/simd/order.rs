//! The order that brings the lanes that a mask names to the front, where no instruction does it.

/// For every mask the lanes it names, in the order that the two unpacks of AVX2 expect.
pub(super) static LANES_OF_MASK: [[u8; 8]; 256] = lanes_of_masks();

const fn lanes_of_masks() -> [[u8; 8]; 256] {
    // Unpacking interleaves within halves of four: outputs 0 1 2 3 come from positions 0 1 4 5,
    // outputs 4 5 6 7 from 2 3 6 7.
    const PLACE: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut count) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 != 0 {
                table[mask][PLACE[count]] = lane as u8;
                count += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}
