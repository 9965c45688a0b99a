//! The leaf threshold τ that Klosowski recommends: with at most τ triangles a node is a leaf.

/// Which of the two bodies a tree is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The one that stays (A).
    Environment,
    /// The one that flies (B), whose volumes are moved for every query.
    Flying,
}

/// The threshold for a tree of k-DOPs over `triangles` triangles (Klosowski 1998, §6.3.3).
///
/// The environment's is 1 (§4.4). A flying body of less than 1,000 triangles gets 20; a larger one
/// 40, 40, 60 or 100 for k = 6, 14, 18 or 26, because testing and moving a DOP gets dearer with k
/// while testing two triangles does not. The dissertation has no values for other k; they get those
/// of the next larger. An AABB counts as a 6-DOP.
#[must_use]
pub fn paper_tau(role: Role, triangles: usize, k: usize) -> usize {
    match (role, triangles, k) {
        (Role::Environment, ..) => 1,
        (Role::Flying, ..1000, _) => 20,
        (Role::Flying, _, ..=14) => 40,
        (Role::Flying, _, ..=18) => 60,
        (Role::Flying, ..) => 100,
    }
}

/// The threshold of all the dissertation's earlier experiments: 1 for the environment, 40 for the
/// flying body (§4.4).
#[must_use]
pub fn early_tau(role: Role) -> usize {
    match role {
        Role::Environment => 1,
        Role::Flying => 40,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_the_dissertations() {
        // Flying bodies of Table 28: Pipes, Torus, 747, Swept, Interior.
        for (triangles, by_k) in [
            (143_690, [40, 40, 60, 100]),
            (20_000, [40, 40, 60, 100]),
            (14_646, [40, 40, 60, 100]),
            (36, [20; 4]),
            (404, [20; 4]),
        ] {
            assert_eq!([6, 14, 18, 26].map(|k| paper_tau(Role::Flying, triangles, k)), by_k);
        }
        assert_eq!(paper_tau(Role::Environment, 143_690, 18), 1);
        assert_eq!((early_tau(Role::Environment), early_tau(Role::Flying)), (1, 40));
    }
}
