//! Reports as text, as Markdown and as CSV.

pub mod csv;
mod lines;
pub mod markdown;
pub mod text;

#[cfg(test)]
mod tests;
