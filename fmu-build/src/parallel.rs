//! Work for many cases is shared by all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The results of `work` for all `cases`, in their order, in parallel on all cores.
pub fn on_all_cores<'a, Case: Sync, Done: Send>(
    cases: &'a [Case],
    work: impl Fn(&'a Case) -> Done + Sync,
) -> Vec<Done> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(cases.len());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(cases.len()));
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((place, case)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|n| Some((n, cases.get(n)?)))
                {
                    let result = work(case);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((place, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
