//! The whole program: blocks are read in batches, and while one batch is checked on all cores the
//! next is read.

use super::chord::{Checker, Found, Memory, Met};
use super::cutting::{Cutting, StockFound};
use super::error::JobError;
use super::event::{Event, EventKind, Summary};
use super::machine::MachineFound;
use super::nearness::Reach;
use super::settings::{JobBodies, JobSettings, Tools};
use super::unchecked::Unchecked;
use crate::gcode::{BlockStep, Interpreter, Note, ProgramError};
use crate::machine::{MachineScene, Reached};
use crate::stock::Stock;
use closecall::engine::geom::{Triangle, exact::distance};
use closecall::geom::Interval;
use glam::DVec3;
use rayon::prelude::*;
use std::cell::RefCell;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};

/// Blocks of a batch.
const BATCH: usize = 8192;

/// Consecutive blocks that one thread checks.
const RUN: usize = 64;

/// The progress of a job.
#[derive(Clone, Copy, Debug)]
pub struct JobProgress {
    /// Lines read so far.
    pub lines: u64,
    /// Events so far.
    pub events: u64,
}

/// The result of one block.
struct Outcome {
    events: Vec<Event>,
    undecided: Option<Box<Event>>,
    holder: Option<(Interval, f64)>,
    line: u64,
    checked: u64,
    unchecked: u64,
    /// The number of a tool that is not known, and so none of the moves was checked.
    other_tool: Option<u32>,
    reach: Reach,
    /// The reach of the machine's axes.
    reached: Reached,
}

/// Checks a program. Every event goes to `tell` in the order of the program; memory does not grow
/// with it.
pub fn run(
    program: impl BufRead + Send,
    tools: &Tools,
    bodies: &JobBodies,
    settings: &JobSettings,
    tell: impl FnMut(Event),
    progress: impl FnMut(JobProgress),
) -> Result<Summary, JobError> {
    run_until(&AtomicBool::new(false), program, tools, bodies, settings, tell, progress)
}

/// [`run`] until somebody else sets a flag, which is looked at before every block.
///
/// # Errors
/// As [`run`], and [`JobError::Stopped`] if the flag was set.
pub fn run_until(
    stop: &AtomicBool,
    program: impl BufRead + Send,
    tools: &Tools,
    bodies: &JobBodies,
    settings: &JobSettings,
    tell: impl FnMut(Event),
    progress: impl FnMut(JobProgress),
) -> Result<Summary, JobError> {
    play(stop, program, tools, bodies, None, settings, tell, progress)
}

/// [`run_until`] with stock that the program cuts: rapids, shank and holder must not meet what is
/// left of it at their line.
///
/// # Errors
/// As [`run_until`], and if the tool is turned or a mesh, or what is left needs too much memory.
#[allow(clippy::too_many_arguments)]
pub fn run_cutting(
    stop: &AtomicBool,
    program: impl BufRead + Send,
    tools: &Tools,
    bodies: &JobBodies,
    stock: &mut Stock,
    settings: &JobSettings,
    tell: impl FnMut(Event),
    progress: impl FnMut(JobProgress),
) -> Result<Summary, JobError> {
    play(stop, program, tools, bodies, Some(Cutting::new(stock)), settings, tell, progress)
}

#[allow(clippy::too_many_arguments)]
fn play(
    stop: &AtomicBool,
    program: impl BufRead + Send,
    tools: &Tools,
    bodies: &JobBodies,
    mut cutting: Option<Cutting>,
    settings: &JobSettings,
    mut tell: impl FnMut(Event),
    mut progress: impl FnMut(JobProgress),
) -> Result<Summary, JobError> {
    let settings = &settings.checked()?;
    let mut interpreter =
        Interpreter::new(program, settings.program.clone()).with_cutters(tools.cutters().clone());
    let corners = cutting.as_ref().map(|cutting| cutting.stock.corners());
    let machine = tools
        .on_machine(settings, bodies, corners)
        .map_err(|error| JobError::Scene(Box::new(error)))?;
    let machine = machine.as_ref();
    let mut tally = Tally::new();
    let mut batch = read(&mut interpreter)?;
    while !batch.is_empty() {
        tally.note_first_tool(&batch);
        let first = tally.first_tool;
        let (outcomes, next) = rayon::join(
            || {
                let mut outcomes =
                    check_all(&batch, first, tools, bodies, machine, settings, stop)?;
                if let Some(cutting) = &mut cutting {
                    let found = cutting.batch(&batch, first, tools, settings, stop)?;
                    outcomes.iter_mut().zip(found).for_each(|(outcome, found)| outcome.join(found));
                }
                Ok(outcomes)
            },
            || read(&mut interpreter),
        );
        let outcomes: Result<Vec<Outcome>, JobError> = outcomes;
        for outcome in outcomes? {
            tally.add(&outcome);
            outcome
                .events
                .into_iter()
                .chain(outcome.undecided.map(|event| *event))
                .for_each(&mut tell);
        }
        progress(JobProgress { lines: interpreter.lines(), events: tally.counts.iter().sum() });
        batch = next?;
    }
    Ok(Summary {
        unit: interpreter.unit(),
        lines: interpreter.lines(),
        blocks: tally.blocks,
        checked: tally.checked,
        unchecked: tally.unchecked,
        unknown_variables: interpreter.unknown_variables().map(str::to_string).collect(),
        allow_unchecked: settings.allow_unchecked,
        extent: tally.reach.extent(&bodies.part, tools.widest()),
        counts: tally.counts,
        undecided: tally.undecided,
        deepest: tally.deepest,
        notes: [interpreter.notes(), &tally.notes].concat(),
        stick_out: tally.stick_out,
        stock: cutting.map(|cutting| cutting.summary),
        reached: tally.reached,
    })
}

fn read(interpreter: &mut Interpreter<impl BufRead>) -> Result<Vec<BlockStep>, ProgramError> {
    let mut batch = Vec::new();
    // Repeated cycles may be long: count moves, too.
    let mut moves = 0;
    while batch.len() < BATCH && moves < 8 * BATCH {
        let Some(step) = interpreter.step()? else { break };
        moves += step.way.moves.len();
        batch.push(step);
    }
    Ok(batch)
}

fn check_all(
    batch: &[BlockStep],
    first_tool: Option<u32>,
    tools: &Tools,
    bodies: &JobBodies,
    machine: Option<&MachineScene>,
    settings: &JobSettings,
    stop: &AtomicBool,
) -> Result<Vec<Outcome>, JobError> {
    let frame = settings.frame();
    let one = |memory: &RefCell<Memory>, step: &BlockStep| {
        if stop.load(Ordering::Relaxed) {
            return Err(JobError::Stopped);
        }
        if tools.is_other(step.named_tool(), first_tool) {
            return Ok(Outcome::not_checked(step));
        }
        let no_tool = JobError::NoTool { line: step.line, number: step.tool };
        let tool = tools.get(step.tool).ok_or(no_tool)?;
        let checker = Checker { bodies, settings, tool, memory };
        let mut found = Found::default();
        let mut reach = Reach::NONE;
        for one in step.way.checks() {
            found.join(&checker.travel(one, &frame));
            reach.add(one, settings, &bodies.part, tool.undersides.radius());
        }
        checker.inside(step, &mut found);
        let mut outcome =
            Outcome { reach, ..outcome(step, &found, bodies, settings, tool.stick_out) };
        if let Some(machine) = machine {
            outcome.join_machine(MachineFound::of(step, machine, settings)?);
        }
        Ok(outcome)
    };
    // What is remembered from move to move ends with a run, so that answers do not depend on the
    // number of threads.
    let run = |memory: &mut RefCell<Memory>, steps: &[BlockStep]| {
        memory.get_mut().forget();
        steps.iter().map(|step| one(memory, step)).collect::<Result<Vec<Outcome>, JobError>>()
    };
    let runs = batch
        .par_chunks(RUN)
        .map_init(RefCell::default, run)
        .collect::<Result<Vec<_>, JobError>>()?;
    Ok(runs.into_iter().flatten().collect())
}

fn outcome(
    step: &BlockStep,
    found: &Found,
    bodies: &JobBodies,
    settings: &JobSettings,
    stick_out: Option<f64>,
) -> Outcome {
    let (mut events, mut undecided): (Vec<Event>, Option<Box<Event>>) = (Vec::new(), None);
    for kind in EventKind::ALL {
        let Some(met) = &found.by_kind[kind as usize] else { continue };
        let limit = match kind {
            EventKind::Gouge => settings.allow,
            EventKind::Rapid if met.body == 0 => settings.allow,
            EventKind::Near => -settings.margin,
            _ => 0.0,
        };
        let is_over = |depth: f64| if settings.touch { depth >= limit } else { depth > limit };
        if !is_over(met.hi) {
            continue;
        }
        let certain = is_over(met.lo);
        let triangle = bodies.body(met.body).corners(met.triangle);
        let met = &Met { point: on_triangle(&triangle, met.point), ..*met };
        let event = event(step, kind, met, certain);
        match certain {
            true => events.push(event),
            false if kind != EventKind::Near => undecided = Some(Box::new(event)),
            false => {}
        }
    }
    // A near miss beside a crash says nothing new.
    if events.iter().any(|e| e.kind != EventKind::Near) {
        events.retain(|e| e.kind != EventKind::Near);
    }
    let holder = found.by_kind[EventKind::Holder as usize].zip(stick_out);
    let holder =
        holder.map(|(met, out)| (Interval { lo: out + met.lo.max(0.0), hi: out + met.hi }, out));
    let (checked, unchecked) = (step.way.moves.len() as u64, step.way.unchecked);
    let (line, reach) = (step.calls.line_of_program(step.line), Reach::NONE);
    let reached = Reached::default();
    Outcome {
        events,
        undecided,
        holder,
        line,
        checked,
        unchecked,
        other_tool: None,
        reach,
        reached,
    }
}

impl Outcome {
    /// The result of a block whose tool is not known.
    fn not_checked(step: &BlockStep) -> Self {
        Self {
            events: Vec::new(),
            undecided: None,
            holder: None,
            line: step.calls.line_of_program(step.line),
            checked: 0,
            unchecked: step.way.moves.len() as u64 + step.way.unchecked,
            other_tool: Some(step.named_tool()),
            reach: Reach::NONE,
            reached: Reached::default(),
        }
    }

    /// Adds what the block did with the machine.
    fn join_machine(&mut self, machine: MachineFound) {
        if !machine.events.is_empty() {
            self.events.retain(|event| event.kind != EventKind::Near);
        }
        self.events.extend(machine.events);
        self.undecided = self.undecided.take().or(machine.undecided.map(Box::new));
        self.reached = machine.reached;
    }

    /// Adds what the block did to the stock. Of two of a kind the deeper one is reported.
    fn join(&mut self, stock: StockFound) {
        for event in stock.events {
            match self.events.iter_mut().find(|old| old.kind == event.kind) {
                Some(old) if old.depth.lo < event.depth.lo => *old = event,
                Some(_) => {}
                None => self.events.push(event),
            }
        }
        self.events.sort_by_key(|event| event.kind);
        if self.events.iter().any(|event| event.kind != EventKind::Near) {
            self.events.retain(|event| event.kind != EventKind::Near);
        }
        let is_told = |event: &Event| self.events.iter().any(|old| old.kind == event.kind);
        let undecided = stock.undecided.filter(|event| !is_told(event));
        if self.undecided.is_none() {
            self.undecided = undecided.map(Box::new);
        }
    }
}

/// The point of a triangle that is nearest to another.
fn on_triangle(triangle: &Triangle, point: DVec3) -> DVec3 {
    distance(triangle, &[point; 3]).point_a
}

fn event(step: &BlockStep, kind: EventKind, met: &Met, certain: bool) -> Event {
    let lo = if met.lo.is_finite() { met.lo } else { 0.0 };
    Event {
        kind,
        line: step.line,
        calls: step.calls.clone(),
        block: step.block.clone(),
        depth: Interval { lo: lo.min(met.hi), hi: met.hi },
        point: met.point.to_array(),
        triangle: Some(met.triangle),
        body: met.body,
        certain,
        machine: None,
    }
}

struct Tally {
    blocks: u64,
    checked: u64,
    unchecked: Unchecked,
    reach: Reach,
    counts: [u64; EventKind::ALL.len()],
    reached: Reached,
    undecided: u64,
    deepest: Option<Event>,
    stick_out: Option<Interval>,
    /// The number of the first tool that the program names and uses.
    first_tool: Option<u32>,
    notes: Vec<Note>,
}

impl Tally {
    fn new() -> Self {
        Self {
            blocks: 0,
            checked: 0,
            unchecked: Unchecked::default(),
            reach: Reach::NONE,
            counts: [0; EventKind::ALL.len()],
            reached: Reached::default(),
            undecided: 0,
            deepest: None,
            stick_out: None,
            first_tool: None,
            notes: Vec::new(),
        }
    }

    fn note_first_tool(&mut self, batch: &[BlockStep]) {
        let first = || batch.iter().map(BlockStep::named_tool).find(|&tool| tool != 0);
        self.first_tool = self.first_tool.or_else(first);
    }

    /// Says once of each tool that it is another than the one that is known.
    fn note_other_tool(&mut self, line: u64, tool: u32) {
        let first = self.first_tool.unwrap_or(0);
        let text = format!(
            "T{tool} is another tool than T{first}, the only one that is known: its moves are NOT CHECKED; --tools has a table, --one-tool takes the one for all"
        );
        match self.notes.iter_mut().find(|note| note.text == text) {
            Some(note) => note.count += 1,
            None => self.notes.push(Note { line, text, count: 1, is_warning: true }),
        }
    }

    fn add(&mut self, outcome: &Outcome) {
        self.blocks += 1;
        self.checked += outcome.checked;
        self.unchecked.add(outcome.line, outcome.unchecked);
        if let Some(tool) = outcome.other_tool {
            self.unchecked.other_tool += outcome.unchecked;
            self.note_other_tool(outcome.line, tool);
        }
        self.reach.join(&outcome.reach);
        if !outcome.reached.0.is_empty() {
            self.reached.join(&outcome.reached);
        }
        // A block counts once for each kind.
        for kind in EventKind::ALL {
            let is_there = outcome.events.iter().any(|event| event.kind == kind);
            self.counts[kind as usize] += u64::from(is_there);
        }
        self.undecided += u64::from(outcome.undecided.is_some());
        for event in &outcome.events {
            let deeper = |old: &Event| event.depth.lo > old.depth.lo;
            let is_of_tool = event.kind != EventKind::Near && event.machine.is_none();
            if is_of_tool && self.deepest.as_ref().is_none_or(deeper) {
                self.deepest = Some(event.clone());
            }
        }
        if let Some((stick, _)) = outcome.holder {
            let old = self.stick_out.unwrap_or(stick);
            self.stick_out = Some(Interval { lo: old.lo.max(stick.lo), hi: old.hi.max(stick.hi) });
        }
    }
}
