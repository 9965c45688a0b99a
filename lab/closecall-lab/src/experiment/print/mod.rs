//! Reports as text, as Markdown and as CSV.

pub mod csv;
pub mod markdown;
pub mod text;
mod words;

#[cfg(test)]
mod tests;
