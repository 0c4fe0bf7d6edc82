//! Values with dotted names in tables of TOML.

/// Sets a dotted name in tables.
pub(crate) fn insert(table: &mut toml::Table, name: &str, value: toml::Value) {
    match name.split_once('.') {
        Some((first, rest)) => {
            let inner = table.entry(first).or_insert_with(|| toml::Table::new().into());
            if let toml::Value::Table(inner) = inner {
                insert(inner, rest, value);
            }
        }
        None => {
            table.insert(name.to_owned(), value);
        }
    }
}

/// The value of a parameter's text: a number, or a word.
pub(crate) fn value(text: &str) -> toml::Value {
    text.parse().map_or_else(|_| text.to_owned().into(), toml::Value::Float)
}
