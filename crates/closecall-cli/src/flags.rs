//! Values of flags that several commands have.

use closecall::geom::Clearance;
use closecall::{Budget, BudgetError};
use std::time::Duration;

/// A clearance on the command line.
pub fn clearance(text: &str) -> Result<Clearance, String> {
    let distance: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    Clearance::new(distance).map_err(|error| error.to_string())
}

/// A number that is 0 or above, and finite.
pub fn limit(text: &str) -> Result<f64, String> {
    let limit: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if limit >= 0.0 && limit.is_finite() {
        Ok(limit)
    } else {
        Err("it has to be 0 or above, and finite".to_owned())
    }
}

/// A positive number.
pub fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if number > 0.0 && number.is_finite() {
        Ok(number)
    } else {
        Err("it must be a positive number".to_owned())
    }
}

/// A share of a whole.
pub fn share(text: &str) -> Result<f64, String> {
    let share = positive(text)?;
    if share <= 1.0 { Ok(share) } else { Err("it must be a share, at most 1".to_owned()) }
}

/// A budget, or a number of seconds.
pub fn budget_or_seconds(text: &str) -> Result<Budget, String> {
    match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds)
            .map(Budget::time)
            .map_err(|error| error.to_string()),
        Err(_) => text.parse().map_err(|error: BudgetError| error.to_string()),
    }
}
