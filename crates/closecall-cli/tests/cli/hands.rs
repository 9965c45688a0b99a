//! The actions of hands on a page.

use crate::browser::Browser;

/// Clicks on the first element of a selector.
pub fn click(browser: &mut Browser, selector: &str) {
    browser.eval(&format!("document.querySelector('{selector}').click()"));
}

/// Chooses a value as a hand does.
pub fn choose(browser: &mut Browser, id: &str, value: &str) {
    browser.eval(&format!(
        "(() => {{ const made = document.getElementById('{id}'); made.value = '{value}';
         made.dispatchEvent(new Event(made.tagName === 'SELECT' ? 'change' : 'input')); }})()"
    ));
}
