//! Pages of HTML with a command's results, which need nothing from a server.

use crate::documentation::escaped;

/// A page without its contents.
const PAGE: &str = include_str!("page.html");

/// A page with a title, as plain text, and a body, as HTML.
pub(crate) fn whole_page(title: &str, body: &str) -> String {
    PAGE.replace("{title}", &escaped(title)).replace("{body}", body)
}
