//! Many bodies: which of them come near each other, and do those touch?

pub mod broad;
