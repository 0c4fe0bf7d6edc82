//! The picture of a joint as an icon.

/// SVG and PNG of a drawing without letters.
macro_rules! icon {
    ($name:literal) => {
        (
            include_str!(concat!("../drawings/", $name, "_icon.svg")),
            include_bytes!(concat!("../drawings/", $name, "_icon.png")),
        )
    };
}
pub(super) use icon;
