//! Columns of numbers as a file of MATLAB, level 4, which SciPy and Octave read, too.

/// Returns the file: a column of double precision for each series, little-endian.
pub(super) fn written(series: &[(String, Vec<f64>)]) -> Vec<u8> {
    let mut file = Vec::new();
    for (name, values) in series {
        let name: String = name
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
            .collect();
        // Kind 0: little-endian, double precision, a full matrix of numbers; rows, columns, no imaginary part.
        let header = [0, values.len(), 1, 0, name.len() + 1];
        for number in header {
            file.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
        file.extend(name.bytes());
        file.push(0);
        values.iter().for_each(|value| file.extend(value.to_le_bytes()));
    }
    file
}

#[test]
fn a_column_is_its_header_its_name_and_its_numbers() {
    let file = written(&[("a.b".to_owned(), vec![1.0, 2.0])]);
    assert_eq!(file.len(), 20 + 4 + 16);
    assert_eq!(&file[4..8], &2_u32.to_le_bytes());
    assert_eq!(&file[20..24], b"a_b\0");
    assert_eq!(&file[24..32], &1.0_f64.to_le_bytes());
}
