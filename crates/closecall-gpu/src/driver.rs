//! The driver behind safe types: a context, its memory, streams and kernels. The one place with
//! `unsafe`.
//!
//! Device memory is freed when its [`Buffer`] is dropped, page-locked memory when its [`Pinned`]
//! is. Work that is still under way on a stream may use either, so the caller that starts work keeps both
//! until [`Stream::wait`] has come back.
#![allow(unsafe_code, reason = "the driver is C")]

use crate::error::{Doing, GpuError};
use bytemuck::Pod;
use cudarc::driver::{result, sys};
use std::ffi::{CString, c_void};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The primary context of a device.
#[derive(Debug)]
pub(crate) struct Context {
    device: sys::CUdevice,
    context: sys::CUcontext,
    pub processors: u32,
    pub name: String,
}

// SAFETY: a context may be made current in any thread, and each call of this module does that
// first.
unsafe impl Send for Context {}
unsafe impl Sync for Context {}

impl Context {
    pub(crate) fn open(ordinal: usize) -> Result<Arc<Self>, GpuError> {
        // SAFETY: looks for a library, and loads it.
        if !unsafe { sys::is_culib_present() } {
            return Err(GpuError::NoDriver);
        }
        result::init().doing("start")?;
        let found = result::device::get_count().doing("count devices")? as usize;
        if ordinal >= found {
            return Err(GpuError::NoDevice { asked: ordinal, found });
        }
        let device = result::device::get(ordinal as i32).doing("open a device")?;
        let name = result::device::get_name(device).doing("name a device")?;
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        // SAFETY: the device was just opened.
        let (context, processors) = unsafe {
            let context = result::primary_ctx::retain(device).doing("open a context")?;
            (context, result::device::get_attribute(device, attribute).doing("count processors")?)
        };
        Ok(Arc::new(Self { device, context, processors: processors as u32, name }))
    }

    fn make_current(&self) -> Result<(), GpuError> {
        // SAFETY: the context lives as long as this.
        unsafe { result::ctx::set_current(self.context) }.doing("use a context")
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: retained once, released once. What fails now can be told to nobody.
        let _ = unsafe { result::primary_ctx::release(self.device) };
    }
}

/// Device memory for `len` items.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    context: Arc<Context>,
    address: sys::CUdeviceptr,
    len: usize,
    items: PhantomData<T>,
}

impl<T: Pod> Buffer<T> {
    pub(crate) fn new(context: &Arc<Context>, len: usize) -> Result<Self, GpuError> {
        context.make_current()?;
        let bytes = (len * size_of::<T>()).max(16);
        // SAFETY: a plain allocation, freed once.
        let address = unsafe { result::malloc_sync(bytes) }.doing("allocate memory")?;
        Ok(Self { context: Arc::clone(context), address, len, items: PhantomData })
    }

    pub(crate) fn of(context: &Arc<Context>, items: &[T]) -> Result<Self, GpuError> {
        let buffer = Self::new(context, items.len())?;
        if !items.is_empty() {
            // SAFETY: as many bytes as were allocated, and the call returns when they are copied.
            unsafe { result::memcpy_htod_sync(buffer.address, items) }
                .doing("copy to the device")?;
        }
        Ok(buffer)
    }

    /// Makes room for at least `len` items; the contents are lost if it has to grow.
    pub(crate) fn reserve(&mut self, len: usize) -> Result<(), GpuError> {
        if len > self.len {
            *self = Self::new(&self.context, len)?;
        }
        Ok(())
    }

    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: allocated by `new`, freed once. What fails now can be told to nobody.
        let _ = self.context.make_current();
        let _ = unsafe { result::free_sync(self.address) };
    }
}

/// Numbers in device memory of somebody else.
#[derive(Debug)]
pub(crate) struct Foreign {
    context: Arc<Context>,
    address: sys::CUdeviceptr,
}

impl Foreign {
    /// Waits until work that was given to the default stream before is done.
    pub(crate) fn new(context: &Arc<Context>, address: u64) -> Result<Self, GpuError> {
        context.make_current()?;
        // SAFETY: the default stream is always there.
        unsafe { result::stream::synchronize(result::stream::null()) }
            .doing("wait for the default stream")?;
        Ok(Self { context: Arc::clone(context), address })
    }

    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    /// Copies some numbers to here.
    pub(crate) fn read(&self, from: usize, count: usize) -> Result<Vec<f64>, GpuError> {
        self.context.make_current()?;
        let mut numbers = vec![0.0; count];
        let address = self.address + (from * size_of::<f64>()) as u64;
        // SAFETY: the caller of `new` promised that the memory is there.
        unsafe { result::memcpy_dtoh_sync(&mut numbers, address) }.doing("copy from the device")?;
        Ok(numbers)
    }
}

/// Page-locked memory of the host: the device copies from and to it while the CPU does other work.
#[derive(Debug)]
pub(crate) struct Pinned<T> {
    context: Arc<Context>,
    items: *mut T,
    len: usize,
}

// SAFETY: plain memory with one owner.
unsafe impl<T: Send> Send for Pinned<T> {}
unsafe impl<T: Sync> Sync for Pinned<T> {}

impl<T: Pod> Pinned<T> {
    pub(crate) fn new(context: &Arc<Context>, len: usize) -> Result<Self, GpuError> {
        context.make_current()?;
        let bytes = (len * size_of::<T>()).max(16);
        // SAFETY: allocated and zeroed before anybody reads it.
        let items = unsafe {
            let items = result::malloc_host(bytes, 0).doing("lock memory")?;
            std::ptr::write_bytes(items.cast::<u8>(), 0, bytes);
            items.cast()
        };
        Ok(Self { context: Arc::clone(context), items, len })
    }

    pub(crate) fn reserve(&mut self, len: usize) -> Result<(), GpuError> {
        if len > self.len {
            *self = Self::new(&self.context, len)?;
        }
        Ok(())
    }
}

impl<T> Deref for Pinned<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        // SAFETY: allocated for `len` items, zeroed, and aligned to pages.
        unsafe { std::slice::from_raw_parts(self.items, self.len) }
    }
}

impl<T> DerefMut for Pinned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and there is one owner.
        unsafe { std::slice::from_raw_parts_mut(self.items, self.len) }
    }
}

impl<T> Drop for Pinned<T> {
    fn drop(&mut self) {
        // SAFETY: allocated by `new`, freed once. What fails now can be told to nobody.
        let _ = self.context.make_current();
        let _ = unsafe { result::free_host(self.items.cast()) };
    }
}

/// Work in order, beside that of other streams.
#[derive(Debug)]
pub(crate) struct Stream {
    context: Arc<Context>,
    stream: sys::CUstream,
}

// SAFETY: streams may be used from any thread.
unsafe impl Send for Stream {}
unsafe impl Sync for Stream {}

impl Stream {
    pub(crate) fn new(context: &Arc<Context>) -> Result<Self, GpuError> {
        context.make_current()?;
        let stream = result::stream::create(result::stream::StreamKind::NonBlocking)
            .doing("make a stream")?;
        Ok(Self { context: Arc::clone(context), stream })
    }

    /// Until all work is done.
    pub(crate) fn wait(&self) -> Result<(), GpuError> {
        self.context.make_current()?;
        // SAFETY: the stream lives.
        unsafe { result::stream::synchronize(self.stream) }.doing("run")
    }

    /// Starts a copy to the beginning of a buffer. `from` must stay as it is until
    /// [`Stream::wait`].
    pub(crate) fn send<T: Pod>(&self, from: &[T], to: &Buffer<T>) -> Result<(), GpuError> {
        assert!(from.len() <= to.len, "more is sent than there is room for");
        self.context.make_current()?;
        // SAFETY: there is room, and the callers of this crate keep both until they have waited.
        unsafe { result::memcpy_htod_async(to.address, from, self.stream) }
            .doing("copy to the device")
    }

    /// Starts a copy from the beginning of a buffer, to be read after [`Stream::wait`].
    pub(crate) fn receive<T: Pod>(&self, from: &Buffer<T>, to: &mut [T]) -> Result<(), GpuError> {
        assert!(to.len() <= from.len, "more is received than there is");
        self.context.make_current()?;
        // SAFETY: as in `send`.
        unsafe { result::memcpy_dtoh_async(to, from.address, self.stream) }
            .doing("copy from the device")
    }

    /// Starts a kernel that takes one struct.
    pub(crate) fn launch<Q: Pod>(
        &self,
        kernel: &Kernel,
        blocks: u32,
        threads: u32,
        question: &Q,
    ) -> Result<(), GpuError> {
        self.context.make_current()?;
        let mut parameters = [std::ptr::from_ref(question).cast_mut().cast::<c_void>()];
        let (grid, block) = ((blocks, 1, 1), (threads, 1, 1));
        // SAFETY: the kernel takes this struct by value; what it points to is kept by the callers
        // until they have waited.
        unsafe {
            result::launch_kernel(kernel.function, grid, block, 0, self.stream, &mut parameters)
        }
        .doing("start a kernel")
    }

    /// A moment on this stream.
    pub(crate) fn mark(&self) -> Result<Moment, GpuError> {
        self.context.make_current()?;
        let event =
            result::event::create(sys::CUevent_flags::CU_EVENT_DEFAULT).doing("make an event")?;
        // SAFETY: both live.
        unsafe { result::event::record(event, self.stream) }.doing("record an event")?;
        Ok(Moment { context: Arc::clone(&self.context), event })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: made once, destroyed once, after its work. What fails now can be told to nobody.
        let _ = self.wait();
        let _ = unsafe { result::stream::destroy(self.stream) };
    }
}

/// When a stream came by.
pub(crate) struct Moment {
    context: Arc<Context>,
    event: sys::CUevent,
}

impl Moment {
    /// Milliseconds until another; both have passed.
    pub(crate) fn until(&self, later: &Self) -> Result<f32, GpuError> {
        self.context.make_current()?;
        // SAFETY: both were recorded.
        unsafe { result::event::elapsed(self.event, later.event) }.doing("read a clock")
    }
}

impl Drop for Moment {
    fn drop(&mut self) {
        let _ = self.context.make_current();
        // SAFETY: made once, destroyed once.
        let _ = unsafe { result::event::destroy(self.event) };
    }
}

/// The kernels of this crate, compiled for a device.
#[derive(Debug)]
pub(crate) struct Module {
    context: Arc<Context>,
    module: sys::CUmodule,
}

/// One of them; it lives as long as its module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    function: sys::CUfunction,
    /// The number of blocks of it a processor holds at once.
    pub blocks_per_processor: u32,
}

// SAFETY: handles of the driver, usable from any thread.
unsafe impl Send for Module {}
unsafe impl Sync for Module {}
unsafe impl Send for Kernel {}
unsafe impl Sync for Kernel {}

impl Module {
    pub(crate) fn load(context: &Arc<Context>, ptx: &str) -> Result<Self, GpuError> {
        context.make_current()?;
        let text = CString::new(ptx).expect("PTX has no zero bytes");
        // SAFETY: the text ends with a zero byte.
        let module = unsafe { result::module::load_data(text.as_ptr().cast()) }
            .doing("compile the kernels")?;
        Ok(Self { context: Arc::clone(context), module })
    }

    /// A kernel by its name, to be run with this number of threads in a block.
    pub(crate) fn kernel(&self, name: &str, threads: u32) -> Result<Kernel, GpuError> {
        self.context.make_current()?;
        let name = CString::new(name).expect("names have no zero bytes");
        // SAFETY: module and function live.
        unsafe {
            let function =
                result::module::get_function(self.module, name).doing("find a kernel")?;
            let blocks =
                result::occupancy::max_active_block_per_multiprocessor(function, threads as i32, 0)
                    .doing("count blocks")?;
            Ok(Kernel { function, blocks_per_processor: (blocks as u32).max(1) })
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let _ = self.context.make_current();
        // SAFETY: loaded once, unloaded once. What fails now can be told to nobody.
        let _ = unsafe { result::module::unload(self.module) };
    }
}
