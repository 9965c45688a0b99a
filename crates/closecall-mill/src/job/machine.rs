//! The machine on the moves of a block: axes beyond their limits, and bodies that meet.

use super::error::JobError;
use super::event::{Event, EventKind, MachineFact};
use super::settings::JobSettings;
use crate::gcode::{BlockStep, Move};
use crate::machine::{Clash, Look, MachineScene, Overtravel, Reached};
use closecall::geom::Interval;

/// The findings of a block about the machine.
#[derive(Default)]
pub(super) struct MachineFound {
    pub(super) events: Vec<Event>,
    pub(super) undecided: Option<Event>,
    pub(super) reached: Reached,
}

impl MachineFound {
    /// Looks at all moves of a block.
    pub(super) fn of(
        step: &BlockStep,
        scene: &MachineScene,
        settings: &JobSettings,
    ) -> Result<Self, JobError> {
        let mut found = Self::default();
        for one in step.way.checks() {
            let look = scene.look(one, step.tool).map_err(|error| JobError::Machine {
                line: step.calls.line_of_program(step.line),
                error: Box::new(error),
            })?;
            let Some(Look { over, reached, clashes }) = look else { continue };
            found.reached.join(&reached);
            for clash in clashes {
                found.tell(met(step, one, &clash, settings), clash.is_certain);
            }
            for over in over {
                found.tell(beyond(step, one, &over, scene, settings), over.is_certain);
            }
        }
        Ok(found)
    }

    /// Keeps one event of a kind about the same bodies or axis: that which goes furthest.
    fn tell(&mut self, event: Event, is_certain: bool) {
        if !is_certain {
            self.undecided.get_or_insert(event);
            return;
        }
        let is_same = |old: &&mut Event| match (&old.machine, &event.machine) {
            (Some(MachineFact::Clash { bodies: a }), Some(MachineFact::Clash { bodies: b })) => {
                a == b
            }
            (
                Some(MachineFact::Limit { letter: a, .. }),
                Some(MachineFact::Limit { letter: b, .. }),
            ) => a == b,
            _ => false,
        };
        match self.events.iter_mut().find(is_same) {
            Some(old) if old.depth.lo < event.depth.lo => *old = event,
            Some(_) => {}
            None => self.events.push(event),
        }
    }
}

fn met(step: &BlockStep, one: &Move, clash: &Clash, settings: &JobSettings) -> Event {
    let fact = MachineFact::Clash { bodies: clash.bodies.clone() };
    let point = settings.tool_on(one, clash.at).0;
    event(step, EventKind::Machine, Interval::exactly(0.0), point, fact, clash.is_certain)
}

fn beyond(
    step: &BlockStep,
    one: &Move,
    over: &Overtravel,
    scene: &MachineScene,
    settings: &JobSettings,
) -> Event {
    let axis = &scene.machine().axes()[over.axis];
    let (letter, joint) = (axis.letter, axis.joint.clone());
    let fact = MachineFact::Limit { letter, joint };
    let point = settings.tool_on(one, over.at).0;
    event(step, EventKind::Limit, over.beyond, point, fact, over.is_certain)
}

fn event(
    step: &BlockStep,
    kind: EventKind,
    depth: Interval,
    point: glam::DVec3,
    fact: MachineFact,
    certain: bool,
) -> Event {
    Event {
        kind,
        line: step.line,
        calls: step.calls.clone(),
        block: step.block.clone(),
        depth,
        point: point.to_array(),
        triangle: None,
        body: 0,
        certain,
        machine: Some(fact),
    }
}
