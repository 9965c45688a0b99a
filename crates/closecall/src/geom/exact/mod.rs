//! Exact predicates.
