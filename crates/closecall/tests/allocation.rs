//! A query that reuses its scratch allocates nothing, once the scratch has grown.

mod common;

use allocation_counter::measure;
use closecall::{Ask, Model};
use common::scenes::hostile;
use std::ops::ControlFlow;

#[test]
fn a_warm_query_allocates_nothing() {
    for scene in hostile() {
        let (a, b) = (Model::new((*scene.a).clone()), Model::new((*scene.b).clone()));
        let (mut pair, mut pairs) = (a.ask(&b, Ask::new()).unwrap(), 0);
        let mut ask_all = || {
            for pose in &scene.poses {
                let _ = pair.first_contact(pose);
                pair.visit_contacts(pose, |_, _| {
                    pairs += 1;
                    ControlFlow::Continue(())
                });
            }
        };
        let cold = measure(&mut ask_all).count_total;
        assert!(cold > 0, "{}: the counter sees nothing", scene.name);
        let warm = measure(&mut ask_all).count_total;
        assert_eq!(warm, 0, "{}: a warm query allocated", scene.name);
        assert_eq!(pairs, 2 * scene.contacts.iter().map(Vec::len).sum::<usize>(), "{}", scene.name);
    }
}
