//! The blocks of a batch against the stock that is left, and what is found there.

use super::error::JobError;
use super::event::{Event, EventKind};
use super::settings::{JobSettings, Tools};
use crate::gcode::BlockStep;
use crate::stock::{BlockTouches, Stock, StockFault, StockMove};
use closecall::geom::Interval;
use std::sync::atomic::AtomicBool;

/// The result for the stock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StockSummary {
    /// The depth that a tool may go into what is left without an event: see [`Stock::band`].
    pub band: f64,
    /// Blocks in which the tool came into the band, and certainly no deeper.
    pub within_band: u64,
    /// The line of the first of them.
    pub first_within_band: Option<u64>,
    /// The line of the first move that is not known and may have cut anything: nothing is certainly
    /// left from there on.
    pub unknown_cut: Option<u64>,
}

/// The stock on its way through a program.
pub(super) struct Cutting<'s> {
    pub(super) stock: &'s mut Stock,
    pub(super) summary: StockSummary,
}

/// The faults of a block with the stock.
#[derive(Default)]
pub(super) struct StockFound {
    pub(super) events: Vec<Event>,
    pub(super) undecided: Option<Event>,
    pub(super) is_within_band: bool,
}

impl<'s> Cutting<'s> {
    pub(super) fn new(stock: &'s mut Stock) -> Self {
        let summary = StockSummary {
            band: stock.band(),
            within_band: 0,
            first_within_band: None,
            unknown_cut: None,
        };
        Self { stock, summary }
    }

    /// Cuts with all moves of a batch, in order.
    pub(super) fn batch(
        &mut self,
        batch: &[BlockStep],
        first_tool: Option<u32>,
        tools: &Tools,
        settings: &JobSettings,
        stop: &AtomicBool,
    ) -> Result<Vec<StockFound>, JobError> {
        let line_of = |step: &BlockStep| step.calls.line_of_program(step.line);
        let kept = self.stock.place_to_keep(batch.iter().map(line_of));
        let (mut moves, mut is_doubted_there) = (Vec::new(), false);
        for (block, step) in batch.iter().enumerate() {
            self.moves_of(block, step, first_tool, tools, settings, &mut moves)?;
            if kept == Some(block) {
                is_doubted_there = self.summary.unknown_cut.is_some();
            }
        }
        let fault = |fault| match fault {
            StockFault::Stopped => JobError::Stopped,
            StockFault::Full(error) => {
                JobError::Stock { line: batch.first().map_or(0, |step| step.line), error }
            }
        };
        let later = moves.split_off(
            kept.map_or(0, |kept| moves.partition_point(|one: &StockMove| one.block <= kept)),
        );
        let mut touches = self.stock.play(moves.into_iter(), batch.len(), stop).map_err(fault)?;
        if let Some(kept) = kept {
            self.stock.keep(line_of(&batch[kept]), is_doubted_there);
        }
        let others = self.stock.play(later.into_iter(), batch.len(), stop).map_err(fault)?;
        for (all, one) in touches.iter_mut().flatten().zip(others.iter().flatten()) {
            all.join(one);
        }
        let found = batch.iter().zip(&touches).map(|(step, touches)| found(step, touches));
        let found: Vec<StockFound> = found.collect();
        let in_band = batch.iter().zip(&found).filter(|(_, found)| found.is_within_band);
        for (step, _) in in_band {
            self.summary.within_band += 1;
            self.summary.first_within_band.get_or_insert(step.calls.line_of_program(step.line));
        }
        Ok(found)
    }

    fn moves_of<'m>(
        &mut self,
        block: usize,
        step: &'m BlockStep,
        first_tool: Option<u32>,
        tools: &'m Tools,
        settings: &JobSettings,
        moves: &mut Vec<StockMove<'m>>,
    ) -> Result<(), JobError> {
        let line = step.line;
        let is_other = tools.is_other(step.named_tool(), first_tool);
        let may_cut =
            step.way.is_cut_unknown || is_other && step.way.moves.iter().any(|one| !one.rapid);
        if may_cut && !step.way.is_probing {
            self.summary.unknown_cut.get_or_insert(step.calls.line_of_program(line));
            self.stock.doubt();
        }
        if is_other {
            return Ok(());
        }
        let Some(prepared) = tools.get(step.tool) else { return Ok(()) };
        let Some(tool) = &prepared.whole else { return Err(JobError::StockTool { line }) };
        for one in step.way.checks() {
            if !one.is_upright() || settings.axis.is_some() {
                return Err(JobError::StockTurned { line });
            }
            let cuts = !one.rapid && !step.way.is_probing;
            let is_doubted = self.summary.unknown_cut.is_some();
            moves.push(StockMove { block, one, tool, cuts, is_doubted });
        }
        Ok(())
    }
}

/// The events of a block.
fn found(step: &BlockStep, touches: &BlockTouches) -> StockFound {
    let mut found = StockFound::default();
    let kinds = [EventKind::Rapid, EventKind::Shank, EventKind::Holder, EventKind::Plunge];
    for (kind, touch) in kinds.into_iter().zip(touches).filter(|(_, touch)| touch.is_any()) {
        let event = Event {
            kind,
            line: step.line,
            calls: step.calls.clone(),
            block: step.block.clone(),
            depth: Interval { lo: touch.lo.max(0.0), hi: touch.hi.max(0.0) },
            point: touch.point.to_array(),
            triangle: None,
            body: 1,
            certain: touch.is_certain(),
            machine: None,
        };
        match (touch.is_certain(), touch.is_open) {
            (true, _) => found.events.push(event),
            (false, true) => found.undecided = Some(event),
            (false, false) => found.is_within_band = true,
        }
    }
    found
}
