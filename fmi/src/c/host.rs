//! Text for a host's logger.

use crate::slave::Line;
use arrayvec::ArrayString;

/// Returns `text` with a character that has a meaning to the host doubled, and a null terminator.
pub(crate) fn escaped(text: &str, special: char) -> ArrayString<{ Line::MOST }> {
    let (mut escaped, mut bytes) = (ArrayString::new(), [0; 8]);
    for character in text.chars() {
        // A pair is added at once: a line that is cut must not end in half of it.
        let mut length = character.encode_utf8(&mut bytes).len();
        if character == special {
            length += character.encode_utf8(&mut bytes[length..]).len();
        }
        if escaped.len() + length >= Line::MOST {
            break;
        }
        escaped.push(character);
        if character == special {
            escaped.push(character);
        }
    }
    escaped.push('\0');
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;
    use crate::slave::line;

    #[test]
    fn a_special_character_is_doubled_and_a_cut_is_never_inside_a_pair() {
        assert_eq!(escaped("5 % off, 100%", '%').as_str(), "5 %% off, 100%%\0");
        assert_eq!(escaped("5 % of #3", '#').as_str(), "5 % of ##3\0");
        for before in 0..4 {
            let format = escaped(&line("a".repeat(before) + &"%".repeat(900)), '%');
            let percents = format.trim_start_matches('a').trim_end_matches('\0');
            assert!(percents.len().is_multiple_of(2) && percents.len() > 500, "{before}");
        }
    }
}
