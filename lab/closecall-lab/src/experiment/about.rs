//! The statement of a paper, and how the setup compares: two sentences for each experiment, beside its
//! figures.

/// The text of a page before its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The claim of the paper.
    pub said: &'static str,
    /// The parts of the setup that are the paper's, and ours.
    pub setup: &'static str,
    /// Why the figures of today are as they are: by which figures that is known, or that it is not.
    pub why: Option<&'static str>,
}

/// Of an experiment, by its name; nothing where nothing is written down.
#[must_use]
pub fn of(name: &str) -> Option<About> {
    let (_, said, setup) = ALL.iter().find(|(known, ..)| known.contains(&name))?;
    let why = WHY.iter().find(|(known, _)| known.contains(&name)).map(|(_, why)| *why);
    Some(About { said, setup, why })
}

/// Why, by experiment: what figures of the page or of another page say, or that it is not known.
/// What a run measures of its own reasons stands in its verdict.
const WHY: &[(&[&str], &str)] = &[
    (
        &["klosowski-t11", "klosowski-t16"],
        "Worked out from the tables: the k-dop trees take the paper's 204, 332, 396 and 524 bytes a triangle to the byte, and our OBB trees 284 where RAPID's took 412.",
    ),
    (
        &["klosowski-t17"],
        "Not known: how a test is compiled, and so why it grows with k as it does, is not measured.",
    ),
    (
        &["klosowski-t18", "klosowski-t26"],
        "How much tests and updates grow with k is measured by klosowski-t17, which share of the time each takes by klosowski-f13. Which of the two moved the order of the volumes is not known.",
    ),
    (
        &[
            "klosowski-t29",
            "klosowski-t30",
            "klosowski-t31",
            "klosowski-t32",
            "klosowski-t33",
            "klosowski-t34",
        ],
        "How flat the curves are is measured by klosowski-t35. Why the best threshold is where it is, is not known.",
    ),
    (
        &["klosowski-hulls"],
        "Not known: the climbs are not timed apart from the walks. QuickCD as released gave the hull up, too (§7.2).",
    ),
    (
        &["klosowski-skinny"],
        "Not known: the paper does not say how many triangles of its Pipes are skinny.",
    ),
    (
        &["klosowski-front"],
        "Which share of the time goes to tests, and so can be saved at all, is measured by klosowski-f13. What keeping the list costs is not measured apart.",
    ),
    (
        &["klosowski-many-directions", "klosowski-closure"],
        "That tests are saved is counted on the page, and what an update costs by k is measured by klosowski-t17. Which share of the time updates take here is not measured.",
    ),
    (&["klosowski-time"], "Not known beyond the figures of the page."),
    (
        &["li-chen-deferrals", "li-chen-moves"],
        "How much longer a list that is followed is than one made at the same pose is measured by li-chen-t1; the paper's formulas take both to be the same.",
    ),
    (
        &["tropp-f4", "tropp-f6", "tropp-f8", "tropp-f9"],
        "What a margin and an axis cost beside a test of volumes is measured by tropp-t2.",
    ),
    (&["tropp-satlite"], "Not known."),
    (
        &["vogiannou-f9"],
        "Not known beyond the figures of the page: the share differs from one population of pairs to the other.",
    ),
];

const SETS: &str = "The paper's: triangle counts, steps, trees (18-dops, splatter, mean, τ = 1 and 40), environment first, all contacts. Ours: look-alikes of the five data sets, whose N_v \
     and contacts are near the paper's; where RAPID stood, our OBB tree built and walked as RAPID's; exact predicates; one core of today.";
const CHAPTER_7: &str = "The paper's: QuickCD as released (splatter, mean, τ = 20, 40, 60 or 100, the root tumbled, the front), all contacts. Ours: look-alikes; our OBB tree where RAPID stood, \
     our AABB tree with all fifteen axes where SOLID stood; one machine for all tables.";
const TROPP: &str = "The paper's: RAPID's trees, the three parameters, Algorithm 1 with its first stage (sprout and note on large motions), the triangle counts, the medians and large shares of \
     Table 1. Ours: look-alikes of the scenes, motions drawn from a lognormal distribution along their paths; an axis is worked out when it is first tried, not when it is found; margins hold against rounding.";
const BUNNIES: &str = "The paper's: nine bunnies of 500 polygons, trees of as many spheres (3,749 to 3,747), all nine move, one increment in each of six dimensions, colliding moves ignored, 36 lists. \
     Ours: the bunny is Stanford's, its shortest edges collapsed (a lump where it is not at hand); the bodies start pushed together, for the paper's seconds imply thousands of tests a pair.";
const FALLS: &str = "The paper's: the three models with their triangle counts, 600 bodies, 14 s at 60 frames, trees of 12 levels, density 32. Ours: a simple fall with contacts that hold (bodies are pushed \
     out of the ground and of each other), frames from all over it; lumps where the models are not at hand.";
const CHAPTER_2: &str = "The paper's: triangle counts of environments and bodies, the parameters of grid, 3-d tree and R-tree, billiard paths with steps of 0.005 in a unit cube, first contact, no tree on the \
     flying body, all its vertices carried at every step. Ours: look-alikes, with cells and heights chosen so that a grid stores about what the paper's did; a path goes on from the last free pose; exact predicates.";
const SLIDES: &str = "The slides have no figures: the setup is ours.";

/// Names, what was said, and the setup.
const ALL: &[(&[&str], &str, &str)] = &[
    (
        &["klosowski-t1"],
        "The R-tree stores every triangle once; grid and 3-d tree store many of them several times.",
        CHAPTER_2,
    ),
    (&["klosowski-t2"], "Six bodies, from a tetrahedron to a 747.", CHAPTER_2),
    (&["klosowski-t3"], "The R-tree wins most often, then the tetrahedral mesh.", CHAPTER_2),
    (
        &["klosowski-t4"],
        "The R-tree is the best on average, closely followed by the grid; the mesh is the last.",
        CHAPTER_2,
    ),
    (
        &["klosowski-t5", "klosowski-t6", "klosowski-t7", "klosowski-t8"],
        "The R-tree is the fastest in scenes and above terrains, the mesh among tetrahedra.",
        CHAPTER_2,
    ),
    (
        &["klosowski-space-growth"],
        "That an R-tree never stores a triangle twice becomes more important with millions of them.",
        CHAPTER_2,
    ),
    (
        &["klosowski-kd-axes"],
        "Of four ways to choose the axis of a cut, the least product works best on average.",
        CHAPTER_2,
    ),
    (
        &["klosowski-t9"],
        "The mean gives tighter trees than the median, always; min sum the tightest.",
        SETS,
    ),
    (&["klosowski-t10"], "Splitting at the mean does not make trees dramatically higher.", SETS),
    (
        &["klosowski-t11"],
        "The environment takes (16k + 108)n bytes: less than RAPID for k up to 18.",
        SETS,
    ),
    (
        &["klosowski-t12"],
        "With 40 triangles in a leaf the flying tree takes far less than RAPID's.",
        SETS,
    ),
    (&["klosowski-t13"], "Without vertices and hull the flying tree hardly grows with k.", SETS),
    (&["klosowski-t14"], "The vertices that are tumbled take more with every k.", SETS),
    (&["klosowski-t15"], "The hull of the root takes the same for all k.", SETS),
    (&["klosowski-t16"], "The three smallest k-dops take less memory than RAPID in all.", SETS),
    (&["klosowski-t17"], "Tests and updates cost more with k, updates much more.", SETS),
    (
        &["klosowski-t18"],
        "The 18-dop is the best of the k-dops, and faster than OBBs on all data sets.",
        SETS,
    ),
    (
        &["klosowski-t19"],
        "Min sum and min max take ten times as long to build; RAPID builds fastest.",
        SETS,
    ),
    (
        &["klosowski-t20"],
        "Min sum gives the fastest queries, and splatter nearly as fast ones.",
        SETS,
    ),
    (&["klosowski-t21"], "Splitting at the median never gives faster queries.", SETS),
    (&["klosowski-t22"], "Starting again at the environment's root is almost always slower.", SETS),
    (
        &["klosowski-t23", "klosowski-t24"],
        "Between parallel surfaces in close proximity OBBs need far fewer tests.",
        "The paper's spheres and distances, one triangle in every leaf; counts, no times.",
    ),
    (
        &["klosowski-t25"],
        "After the code was tidied, k-dop trees are built six times as fast as RAPID's.",
        SETS,
    ),
    (
        &["klosowski-t26"],
        "The 18-dop split along three directions ranks first; k/2 directions rarely pay.",
        SETS,
    ),
    (&["klosowski-t27"], "Splitting along all nine directions makes looser trees.", SETS),
    (
        &["klosowski-t28"],
        "The flying bodies have 143,690, 20,000, 14,646, 36 and 404 triangles.",
        SETS,
    ),
    (
        &["klosowski-t29", "klosowski-t30", "klosowski-t31", "klosowski-t32"],
        "Small flying bodies want small thresholds, large ones larger.",
        SETS,
    ),
    (&["klosowski-t33"], "The newer thresholds gain up to 60 % over 40.", SETS),
    (&["klosowski-t34"], "The best threshold grows with k.", SETS),
    (&["klosowski-t35"], "There is a great deal of flexibility in choosing the threshold.", SETS),
    (&["klosowski-t36"], "Comparing thin slabs first saves comparisons and gains no time.", SETS),
    (
        &["klosowski-t37", "klosowski-t38"],
        "18-dop trees are built about as fast as RAPID's: 10 to 15 % slower on a Sun, 15 to 20 % faster on an SGI.",
        CHAPTER_7,
    ),
    (
        &["klosowski-t39", "klosowski-t40"],
        "The 18-dop does best on average; the 8-dop is by far the worst.",
        CHAPTER_7,
    ),
    (
        &["klosowski-t41", "klosowski-t42"],
        "QuickCD ties with RAPID on Torus and 747 and is up to 9.9 times as fast on others; SOLID is slower but for Pipes.",
        CHAPTER_7,
    ),
    (
        &["klosowski-f2"],
        "A k-dop is a compromise between the tightness of a hull and the price of a box.",
        "An aircraft of 5,152 triangles stands for the paper's object.",
    ),
    (
        &["klosowski-f3-4"],
        "The approximation gets better with every level, for each k.",
        "An aircraft of 5,152 triangles stands for the Spitfire.",
    ),
    (
        &["klosowski-f7"],
        "Query times vary much along a flight: the slowest takes 18 ms of 0.366 on the mean.",
        SETS,
    ),
    (&["klosowski-f8-10"], "Five data sets, from 36 to 143,690 flying triangles.", SETS),
    (
        &["klosowski-f12"],
        "RAPID takes up to twice as long as QuickCD, from 10,000 to 100,000 tetrahedra.",
        CHAPTER_7,
    ),
    (
        &["klosowski-f13"],
        "A quarter of the time goes to overlap tests; of Interior's most goes to triangle tests.",
        SETS,
    ),
    (
        &["klosowski-f14-16"],
        "RAPID takes longer on every step of Pipes, 183 ms at worst against 23.",
        CHAPTER_7,
    ),
    (
        &["klosowski-skinny"],
        "With 7 % more triangles, cut from long ones, Pipes is 4 % faster.",
        SETS,
    ),
    (
        &["klosowski-closure"],
        "The overlap test keeps to k/2 directions for efficiency, though it may miss that two are apart.",
        SETS,
    ),
    (&["klosowski-slab-order"], "Unlike directions should be compared one after the other.", SETS),
    (
        &["klosowski-builders"],
        "Static, top-down trees permit faster queries than dynamic ones; bottom-up is future work.",
        SETS,
    ),
    (
        &["klosowski-many-directions"],
        "k beyond 26, with normals of components up to 2, is future work.",
        SETS,
    ),
    (
        &["klosowski-degree"],
        "Trees are binary; other degrees are future work.",
        "Degrees 4 and 8 are binary trees with levels left out.",
    ),
    (
        &["klosowski-auto-tau"],
        "To find thresholds automatically is an open problem.",
        "Seven thresholds are tried on every tenth pose, the best is flown on the others.",
    ),
    (
        &["klosowski-hulls"],
        "To tumble the root exactly pays, to tumble more levels does not.",
        SETS,
    ),
    (&["klosowski-oscillating"], "The oscillating tree never gave faster queries.", SETS),
    (&["klosowski-truncated"], "Giving up after 6 slabs made every flight slower.", SETS),
    (
        &["klosowski-front"],
        "A front saves 10 to 31 % of the tests and 3 to 20 % of the time, makes the slowest query 1 to 22 % faster, and stays below 1 % of the triangles.",
        SETS,
    ),
    (
        &["klosowski-time"],
        "In lock-step the average overlap is smaller at any state of an interrupted search.",
        SETS,
    ),
    (
        &["li-chen-t1"],
        "Deferred lists are 1.84 times as fast as walks from the roots, predicted ones 1.40 times.",
        BUNNIES,
    ),
    (&["li-chen-deferrals"], "To defer once is best; more degrades.", BUNNIES),
    (
        &["li-chen-moves"],
        "A list that is raised saves n·p_d + n·p_s/2 − 3n·p_u/4 of 2n tests, one that is not n·(p_d + p_s).",
        BUNNIES,
    ),
    (
        &["li-chen-coherence"],
        "Lists could be slower where bodies jump; OBBs are being tried.",
        BUNNIES,
    ),
    (&["tropp-t1"], "Four scenarios, whose motions vary considerably from frame to frame.", TROPP),
    (&["tropp-t2"], "Coherence is always faster: 1.1 to 2.1 times with OBBs.", TROPP),
    (
        &["tropp-f1-2"],
        "Four fronts take 13, 12, 9 and 10 tests.",
        "The text gives the counts; the tree and the fronts are ours.",
    ),
    (
        &["tropp-f4"],
        "Coherence should be used for motions below 0.14 of the size with OBBs, 0.2 with AABBs.",
        TROPP,
    ),
    (
        &["tropp-f5"],
        "A front of leaves only is best for OBBs; for AABBs one that ends at boxes.",
        TROPP,
    ),
    (
        &["tropp-f6"],
        "A front should be pruned after a motion of 0.17 with OBBs, 0.15 with AABBs.",
        TROPP,
    ),
    (
        &["tropp-f8"],
        "The smaller the motion the more coherence gains: twice at 0.05 on Hand.",
        TROPP,
    ),
    (&["tropp-f9"], "With AABBs coherence gains less than with OBBs.", TROPP),
    (
        &["tropp-satlite"],
        "Six of fifteen axes find 95 % of the disjoint pairs, after 4.2 axes.",
        TROPP,
    ),
    (
        &["wide-transplants"],
        "Fronts with margins and kept axes make queries of binary trees of OBBs up to twice as fast.",
        "The engine is ours: oriented boxes, eight to a node. The paths are those of tropp-t2 and even steps along them. On the four flights of the benchmarks \
         (16 November 2026, the fastest of 7 rounds) kept axes make a warm query 0.96 to 1.03 times as fast in the flights' own steps; in steps of 0.001 to 0.03 mostly \
         0.97 to 1.09 times, on spheres 1.18 times at 0.001 and 0.81 times at 0.03. They win in some places and stay.",
    ),
    (&["tropp-policies"], "Fronts should follow motions, not frames.", TROPP),
    (
        &["vogiannou-f7"],
        "Planes bound better than volumes even at low densities; 6 samples are as good as a 36-DOP.",
        FALLS,
    ),
    (&["vogiannou-f8"], "Mappings of faces take less memory than those of vertices.", FALLS),
    (
        &["vogiannou-f9"],
        "Planes on 5 to 6 levels tell apart nearly all pairs that volumes leave undecided.",
        FALLS,
    ),
    (
        &["vogiannou-f10"],
        "Planes make queries of two random bodies significantly faster, with all volumes.",
        FALLS,
    ),
    (
        &["vogiannou-f11"],
        "Planes make a falling crowd almost ten times as fast near a torus, less on a plane; spheres gain most.",
        FALLS,
    ),
    (
        &["pedersen-clusters"],
        "Dense clusters may misalign a box; weighing by the hull's surface mends it.",
        SLIDES,
    ),
    (&["pedersen-siblings"], "Siblings should overlap little, and trees be balanced.", SLIDES),
    (&["pedersen-growth"], "OBB trees take O(n log n), with hulls O(n log² n).", SLIDES),
    (&["pedersen-visiting"], "Trees can be visited breadth first or depth first.", SLIDES),
    (&["pedersen-probes"], "Volumes and geometry can be asked about rays and planes.", SLIDES),
];

#[cfg(test)]
mod tests {
    use super::super::registry;
    use super::*;

    #[test]
    fn what_is_written_belongs_to_an_experiment() {
        let known: Vec<String> = registry::all().into_iter().map(|one| one.name).collect();
        for name in ALL.iter().flat_map(|(names, ..)| *names) {
            assert!(known.iter().any(|known| known == name), "there is no {name}");
        }
        let silent: Vec<&String> = known.iter().filter(|name| of(name).is_none()).collect();
        // Ours, chapter 2 and milling: their pages speak for themselves.
        assert!(silent.len() <= 16, "{silent:?}");
    }
}
