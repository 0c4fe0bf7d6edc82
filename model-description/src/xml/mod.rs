//! modelDescription.xml.
