//! The program's own binary format, `docs/formats.md`.

use std::io::{self, Write};

use crate::graph::{
    Graph,
    read::{IDS_TAG, MAGIC},
};

pub(super) fn write(graph: &Graph, writer: &mut impl Write) -> io::Result<()> {
    let csr = graph.csr();
    writer.write_all(&MAGIC)?;
    writer.write_all(&u64::from(csr.n()).to_le_bytes())?;
    writer.write_all(&(csr.neighbors_all().len() as u64).to_le_bytes())?;
    writer.write_all(bytemuck::cast_slice(csr.offsets()))?;
    // Both directions of each edge make the number of neighbours even, and the end a multiple of 8 bytes.
    writer.write_all(bytemuck::cast_slice(csr.neighbors_all()))?;
    if graph.ids().is_identity() {
        return Ok(());
    }
    let ids: Vec<u64> = (0..csr.n()).map(|v| graph.ids().get(v)).collect();
    writer.write_all(&IDS_TAG)?;
    writer.write_all(&(8 * ids.len() as u64).to_le_bytes())?;
    writer.write_all(bytemuck::cast_slice(&ids))
}
