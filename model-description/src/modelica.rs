//! Names that a Modelica tool can read: importers write them into models as they are.

use crate::unit::same;

/// Words of the language (Modelica 3.6, section 2.3.3), and names that nothing may redeclare or that
/// tools reserve for themselves.
const WORDS: [&str; 77] = [
    "algorithm",
    "and",
    "annotation",
    "assert",
    "block",
    "break",
    "class",
    "connect",
    "connector",
    "constant",
    "constrainedby",
    "der",
    "discrete",
    "each",
    "else",
    "elseif",
    "elsewhen",
    "encapsulated",
    "end",
    "enumeration",
    "equation",
    "expandable",
    "extends",
    "external",
    "false",
    "final",
    "flow",
    "for",
    "function",
    "if",
    "import",
    "impure",
    "in",
    "initial",
    "inner",
    "input",
    "loop",
    "model",
    "not",
    "operator",
    "or",
    "outer",
    "output",
    "package",
    "parameter",
    "partial",
    "protected",
    "public",
    "pure",
    "record",
    "redeclare",
    "replaceable",
    "return",
    "stream",
    "then",
    "true",
    "type",
    "when",
    "while",
    "within",
    // Attributes of the built-in types: items of an enumeration may not have these names (section 4.9.5).
    "displayUnit",
    "fixed",
    "max",
    "min",
    "nominal",
    "quantity",
    "start",
    "stateSelect",
    "unbounded",
    "unit",
    // Built-in types, and the built-in variable.
    "Boolean",
    "Integer",
    "Real",
    "StateSelect",
    "String",
    "time",
    "Clock",
];

/// Returns true if `name` is an identifier without another meaning in Modelica: a letter or `_`, then letters,
/// digits and `_`.
pub const fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes[0].is_ascii_digit() {
        return false;
    }
    let mut place = 0;
    while place < bytes.len() {
        if !(bytes[place].is_ascii_alphanumeric() || bytes[place] == b'_') {
            return false;
        }
        place += 1;
    }
    let mut word = 0;
    while word < WORDS.len() {
        if same(name, WORDS[word]) {
            return false;
        }
        word += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn words_of_the_language_and_attributes_are_refused_as_names() {
        for word in ["parameter", "input", "constant", "external", "start", "time", "Real"] {
            assert!(!is_name(word), "{word}");
        }
        for odd in ["", "1st", "a.b", "half-way", "größe", "a b"] {
            assert!(!is_name(odd), "{odd}");
        }
        for name in ["given_by_input", "one", "_x", "ends", "Start", "slice_07"] {
            assert!(is_name(name), "{name}");
        }
    }
}
