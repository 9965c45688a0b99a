//! Tool tables: whatever the bytes, they are tools or an error, and what is read is a tool that can be
//! checked with.

use std::path::Path;

use closecall_mill::gcode::ProgramUnit;
use closecall_mill::job::Tools;
use closecall_mill::tool::table;

/// A table of any bytes; it has no other files beside it.
pub fn tools(bytes: &[u8]) {
    for unit in [ProgramUnit::Millimetre, ProgramUnit::Inch] {
        match table::parse(Path::new("no folder/table"), bytes, unit) {
            Ok((tools, _)) => {
                for (number, tool) in &tools {
                    assert!(tool.check().is_ok() && !tool.pieces().is_empty(), "tool {number}");
                }
                let _ = Tools::table(&tools, 0.0);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
