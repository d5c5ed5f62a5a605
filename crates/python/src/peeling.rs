//! Cores, trusses and nuclei.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;

type NumberArray<'py> = Bound<'py, PyArray1<u32>>;

#[pymethods]
impl NativeGraph {
    /// For each vertex its core number, its layer, and its place in a degeneracy order.
    fn cores<'py>(&self, py: Python<'py>, job: Job) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let placed = self.on(py, &job.wanted())?;
        let cores = job.begin()?.run(py, move |context| placed.cores(context))?;
        let places = cores.places();
        table(py, [&cores.numbers, &cores.layers, &places])
    }

    /// For each edge `u < v` its truss number.
    fn trusses<'py>(&self, py: Python<'py>, job: Job) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let placed = self.on(py, &job.wanted())?;
        let trusses = job.begin()?.run(py, move |context| placed.trusses(context))?;
        table(py, [&trusses.numbers])
    }

    /// For each edge `u < v` its bitruss number.
    fn bitrusses<'py>(&self, py: Python<'py>, job: Job) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let placed = self.on(py, &job.wanted())?;
        let bitrusses = job.begin()?.run(py, move |context| placed.bitrusses(context))?;
        table(py, [&bitrusses.numbers])
    }

    /// The vertices of each triangle, one triangle after another, and the nucleus number of each.
    fn nuclei<'py>(&self, py: Python<'py>, job: Job) -> PyResult<(NumberArray<'py>, NumberArray<'py>)> {
        let placed = self.on(py, &job.wanted())?;
        let nuclei = job.begin()?.run(py, move |context| placed.nuclei(context))?;
        let vertices = nuclei.triangles.into_flattened();
        Ok((vertices.into_pyarray(py), nuclei.numbers.into_pyarray(py)))
    }
}

/// An array of these columns.
fn table<'py, const N: usize>(
    py: Python<'py>,
    columns: [&Vec<u32>; N],
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let rows = columns[0].len();
    let values = (0..rows).flat_map(|row| columns.map(|column| u64::from(column[row]))).collect();
    Ok(Array2::from_shape_vec((rows, N), values).map_err(misuse)?.into_pyarray(py))
}
