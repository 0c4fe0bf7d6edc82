//! The interface of clamped surfaces: closed forms, histories, energy, identification.

mod derivatives;
mod identification;
mod iwan;
mod iwan_network;
mod iwan_stack;
mod random;
mod rough_surfaces;
mod snapshots;
