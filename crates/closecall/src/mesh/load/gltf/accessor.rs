//! Accessors: typed elements in the bytes of a buffer view, with sparse ones put over them.

use super::schema::{Accessor, Sparse};
use super::{GltfScene, entry};
use crate::geom::DVec3;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::text::{AXES, checked_coordinate};

/// The storage of a number.
#[derive(Clone, Copy, PartialEq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

/// The widest element that is read.
const ZEROS: [u8; 12] = [0; 12];

impl Component {
    fn coded(code: u32) -> Result<Self, Problem> {
        Ok(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(Problem::Unsupported { what: format!("component type {code}") }),
        })
    }

    fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number at the start of these bytes. A normalized one is a fraction of the largest, and
    /// not below -1.
    fn number(self, bytes: &[u8], normalized: bool) -> f64 {
        let (value, largest) = match self {
            Self::I8 => (f64::from(i8::from_le_bytes(first(bytes))), f64::from(i8::MAX)),
            Self::U8 => (f64::from(bytes[0]), f64::from(u8::MAX)),
            Self::I16 => (f64::from(i16::from_le_bytes(first(bytes))), f64::from(i16::MAX)),
            Self::U16 => (f64::from(u16::from_le_bytes(first(bytes))), f64::from(u16::MAX)),
            Self::U32 => (f64::from(u32::from_le_bytes(first(bytes))), f64::from(u32::MAX)),
            Self::F32 => return f32::from_le_bytes(first(bytes)).into(),
        };
        if normalized { (value / largest).max(-1.0) } else { value }
    }

    /// The number at the start of these bytes, of a type that counts.
    fn index(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 => bytes[0].into(),
            Self::U16 => u16::from_le_bytes(first(bytes)).into(),
            _ => u32::from_le_bytes(first(bytes)),
        }
    }
}

/// The first `N` of these bytes, of which there are as many by the width of the element.
fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes[..N].try_into().expect("a slice of N bytes is an array of N bytes")
}

impl GltfScene<'_> {
    /// The positions of an accessor.
    pub fn positions(&self, number: usize, named_by: &Place) -> Result<Vec<DVec3>, LoadError> {
        let accessor = entry(&self.document.accessors, "accessor", number, named_by)?;
        let place = Place::Entry(format!("accessors[{number}]"));
        let fail = |problem| LoadError::new(place.clone(), problem);
        let component = Component::coded(accessor.component_type).map_err(fail)?;
        if accessor.shape != "VEC3" || component == Component::U32 {
            return Err(fail(unsuitable(accessor, "positions")));
        }
        let elements = self.elements(accessor, 3 * component.bytes(), &place)?;
        self.allowance.pay(elements.len(), size_of::<DVec3>()).map_err(fail)?;
        let position = |bytes: &[u8]| -> Result<DVec3, Problem> {
            let mut position = [0.0; 3];
            for ((x, axis), bytes) in
                position.iter_mut().zip(AXES).zip(bytes.chunks_exact(component.bytes()))
            {
                *x = checked_coordinate(axis, component.number(bytes, accessor.normalized))?;
            }
            Ok(DVec3::from_array(position))
        };
        elements.into_iter().map(position).collect::<Result<_, _>>().map_err(fail)
    }

    /// The indices of an accessor.
    pub fn indices(&self, number: usize, named_by: &Place) -> Result<Vec<u32>, LoadError> {
        let accessor = entry(&self.document.accessors, "accessor", number, named_by)?;
        let place = Place::Entry(format!("accessors[{number}]"));
        let component = index_component(accessor.component_type)
            .map_err(|problem| LoadError::new(place.clone(), problem))?;
        if accessor.shape != "SCALAR" {
            return Err(LoadError::new(place, unsuitable(accessor, "indices")));
        }
        let elements = self.elements(accessor, component.bytes(), &place)?;
        self.allowance
            .pay(elements.len(), size_of::<u32>())
            .map_err(|problem| LoadError::new(place.clone(), problem))?;
        Ok(elements.into_iter().map(|bytes| component.index(bytes)).collect())
    }

    /// The bytes of every element, which has this width.
    fn elements(
        &self,
        accessor: &Accessor,
        width: usize,
        place: &Place,
    ) -> Result<Vec<&[u8]>, LoadError> {
        let fail = |problem| LoadError::new(place.clone(), problem);
        self.allowance.pay(accessor.count, size_of::<&[u8]>()).map_err(fail)?;
        let mut elements = match (accessor.buffer_view, &accessor.sparse) {
            (Some(view), _) => {
                let (bytes, stride) = self.view(view, place)?;
                let stride = stride.unwrap_or(width as u64);
                strided(bytes, accessor.byte_offset, stride, width, accessor.count)
                    .map_err(fail)?
                    .collect()
            }
            (None, Some(_)) => vec![&ZEROS[..width]; accessor.count],
            // Zeros by the letter; but what writes this keeps the numbers in an extension.
            (None, None) => {
                return Err(fail(Problem::Missing { what: "the buffer view".to_owned() }));
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.put_over(sparse, width, &mut elements, place)?;
        }
        Ok(elements)
    }

    fn put_over<'b>(
        &'b self,
        sparse: &Sparse,
        width: usize,
        elements: &mut [&'b [u8]],
        place: &Place,
    ) -> Result<(), LoadError> {
        let fail = |problem| LoadError::new(place.clone(), problem);
        let component = index_component(sparse.indices.component_type).map_err(fail)?;
        let (bytes, _) = self.view(sparse.indices.buffer_view, place)?;
        let size = component.bytes();
        let indices = strided(bytes, sparse.indices.byte_offset, size as u64, size, sparse.count)
            .map_err(fail)?;
        let (bytes, _) = self.view(sparse.values.buffer_view, place)?;
        let values = strided(bytes, sparse.values.byte_offset, width as u64, width, sparse.count)
            .map_err(fail)?;
        let mut before = None;
        for (index, value) in indices.map(|bytes| component.index(bytes)).zip(values) {
            if let Some(before) = before.replace(index).filter(|&before| before >= index) {
                return Err(fail(Problem::SparseOrder { index, before }));
            }
            let count = elements.len();
            let problem = Problem::NoSuchEntry { kind: "element", number: index as usize, count };
            *elements.get_mut(index as usize).ok_or_else(|| fail(problem))? = value;
        }
        Ok(())
    }
}

fn index_component(code: u32) -> Result<Component, Problem> {
    match Component::coded(code)? {
        component @ (Component::U8 | Component::U16 | Component::U32) => Ok(component),
        _ => Err(Problem::Unsupported { what: format!("component type {code} for indices") }),
    }
}

fn unsuitable(accessor: &Accessor, purpose: &str) -> Problem {
    let Accessor { shape, component_type, .. } = accessor;
    let shape: String = shape.chars().take(16).collect();
    Problem::Unsupported {
        what: format!(
            "type '{}' with component type {component_type} for {purpose}",
            shape.escape_debug()
        ),
    }
}

/// Elements by their number, width and stride.
fn strided(
    bytes: &[u8],
    offset: u64,
    stride: u64,
    width: usize,
    count: usize,
) -> Result<impl Iterator<Item = &[u8]>, Problem> {
    if stride < width as u64 {
        return Err(Problem::Unsupported {
            what: format!("a stride of {stride} bytes for elements of {width}"),
        });
    }
    let last = u128::from(stride) * (count as u128).saturating_sub(1);
    let needed = if count == 0 { 0 } else { u128::from(offset) + last + width as u128 };
    if needed > bytes.len() as u128 {
        return Err(Problem::TooShort { needed, found: bytes.len() as u64 });
    }
    // In bounds, so that these fit.
    let (offset, stride) = (offset as usize, stride as usize);
    Ok((0..count).map(move |i| &bytes[offset + i * stride..][..width]))
}
