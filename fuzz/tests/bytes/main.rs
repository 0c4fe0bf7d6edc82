//! Bytes from strangers: those that a fuzzer kept, those with a few edits, and all of a small scope.

mod corpus;
mod edits;
mod exhaustive;
