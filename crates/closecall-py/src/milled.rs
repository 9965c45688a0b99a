//! `closecall.Milled` and `closecall.MillEvent`: what a milling program does to a part, in the
//! words of the program's JSON.

use closecall_mill::gcode::{Call, ProgramUnit};
use closecall_mill::job::{Event, EventKind, MachineFact, Summary};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Something that was met in a block.
#[pyclass(module = "closecall", frozen, get_all, from_py_object)]
#[derive(Clone)]
pub struct MillEvent {
    /// "gouge", "holder", "shank", "fixture", "rapid", "near", "machine", "limit" or "plunge".
    kind: &'static str,
    /// The line of the program, or of a subprogram's file, from 1.
    line: u64,
    /// The calls that led there, the innermost first: name, file if it has its own, line of the call.
    calls: Vec<(String, Option<String>, u64)>,
    /// The block as it was written.
    block: String,
    /// How far the tool would have to be drawn back along its axis: from and to.
    depth: (f64, f64),
    /// A place on the part.
    point: (f64, f64, f64),
    /// The triangle, from 0.
    triangle: Option<u32>,
    /// Which mesh it is of: 0 the part, 1 the stock, 2 and on the fixtures.
    body: usize,
    /// The two bodies of a machine that meet, or the axis beyond its limit and its joint.
    machine: Option<(String, String)>,
}

impl MillEvent {
    fn of(event: &Event) -> Self {
        let Event { kind, line, ref calls, ref block, depth, point, triangle, body, .. } = *event;
        let machine = event.machine.as_ref().map(|fact| match fact {
            MachineFact::Clash { bodies: [one, other] } => (one.clone(), other.clone()),
            MachineFact::Limit { letter, joint } => (letter.to_string(), joint.clone()),
        });
        let (block, depth, point) = (block.clone(), (depth.lo, depth.hi), point.into());
        let call =
            |call: &Call| (call.name.clone(), call.file.as_deref().map(str::to_string), call.line);
        let calls = calls.iter().map(call).collect();
        Self { kind: kind.name(), line, calls, block, depth, point, triangle, body, machine }
    }
}

/// The lowest and the highest corner of a box.
type Corners = [[f64; 3]; 2];

#[pymethods]
impl MillEvent {
    fn __repr__(&self) -> String {
        let Self { kind, line, depth: (lo, hi), .. } = self;
        format!("<closecall.MillEvent {kind} in line {line}, {lo} to {hi}>")
    }
}

/// The effect of a milling program on a part.
#[pyclass(module = "closecall", frozen)]
pub struct Milled {
    events: Vec<Event>,
    truncated: bool,
    summary: Summary,
    seconds: f64,
    /// Warnings about a table of tools.
    pub warnings: Vec<String>,
}

impl Milled {
    pub fn new(events: Vec<Event>, truncated: bool, summary: Summary, seconds: f64) -> Self {
        Self { events, truncated, summary, seconds, warnings: Vec::new() }
    }

    fn list(&self, certain: bool) -> Vec<MillEvent> {
        let some = self.events.iter().filter(|event| event.certain == certain);
        some.map(MillEvent::of).collect()
    }
}

#[pymethods]
impl Milled {
    /// "gouge"; "clean"; "undecided": neither was proved; "unchecked": some moves were not checked;
    /// or "far": the tool never came near the part.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.summary.verdict().name()
    }

    /// "mm" or "in": the unit of all numbers.
    #[getter]
    fn unit(&self) -> &'static str {
        match self.summary.unit {
            ProgramUnit::Millimetre => "mm",
            ProgramUnit::Inch => "in",
        }
    }

    /// The events that are certain, in the order of the program.
    #[getter]
    fn events(&self) -> Vec<MillEvent> {
        self.list(true)
    }

    /// The events that could not be decided.
    #[getter]
    fn undecided(&self) -> Vec<MillEvent> {
        self.list(false)
    }

    /// Whether there were more events than were kept.
    #[getter]
    fn truncated(&self) -> bool {
        self.truncated
    }

    /// How many blocks have an event of each kind.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (kind, count) in EventKind::ALL.iter().zip(self.summary.counts) {
            counts.set_item(kind.name(), count)?;
        }
        Ok(counts)
    }

    /// How many blocks are undecided.
    #[getter]
    fn undecided_blocks(&self) -> u64 {
        self.summary.undecided
    }

    /// Lines read.
    #[getter]
    fn lines(&self) -> u64 {
        self.summary.lines
    }

    /// Blocks that move the tool.
    #[getter]
    fn blocks(&self) -> u64 {
        self.summary.blocks
    }

    /// Straight moves and arcs that were checked.
    #[getter]
    fn checked(&self) -> u64 {
        self.summary.checked
    }

    /// Moves that were not checked: they begin or end at a place that is not known, or their tool is
    /// not.
    #[getter]
    fn unchecked(&self) -> u64 {
        self.summary.unchecked.moves
    }

    /// The lines of moves that were not checked: ranges, from and to.
    #[getter]
    fn unchecked_lines(&self) -> Vec<(u64, u64)> {
        self.summary.unchecked.lines.iter().map(|&[from, to]| (from, to)).collect()
    }

    /// How many of those are made with a tool that is not known.
    #[getter]
    fn unchecked_other_tool(&self) -> u64 {
        self.summary.unchecked.other_tool
    }

    /// The variables that the program read and never set, as "#100": what depends on them was not
    /// checked.
    #[getter]
    fn unknown_variables(&self) -> Vec<String> {
        self.summary.unknown_variables.clone()
    }

    /// The boxes around the part and around the tip's way, as corners; None if nothing was checked.
    #[getter]
    fn extent(&self) -> Option<(Corners, Corners)> {
        self.summary.extent.map(|extent| (extent.part, extent.tips))
    }

    /// How long it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The assumptions: lines, texts, and how often.
    #[getter]
    fn assumed(&self) -> Vec<(u64, String, u64)> {
        let notes = self.summary.notes.iter();
        notes.map(|note| (note.line, note.text.clone(), note.count)).collect()
    }

    /// Warnings about a table of tools.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The largest depth, from and to; None if nothing was met.
    #[getter]
    fn deepest(&self) -> Option<(f64, f64)> {
        self.summary.deepest.as_ref().map(|event| (event.depth.lo, event.depth.hi))
    }

    /// The least stick-out that keeps the holder clear, from and to; None if it met nothing.
    #[getter]
    fn stick_out(&self) -> Option<(f64, f64)> {
        self.summary.stick_out.map(|stick| (stick.lo, stick.hi))
    }

    fn __repr__(&self) -> String {
        let (verdict, summary) = (self.verdict(), &self.summary);
        let events = summary.counts.iter().sum::<u64>();
        format!("<closecall.Milled: {verdict}, {events} events in {} blocks>", summary.blocks)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture::picture(slf.as_any(), "milled")
    }
}
