//! This process's own standard streams, read and written without a second thread.
//!
//! Tokio's own read and write them on threads of their own, because a file or a
//! terminal can only be waited for by blocking. Clients speak over pipes and
//! sockets, which the runtime can wait for itself; that saves two changes of
//! thread per message.

use tokio::io::{AsyncRead, AsyncWrite};

pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;
pub(crate) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// Standard input.
pub(crate) fn input() -> Input {
    #[cfg(unix)]
    if let Some(input) = unix::input() {
        return input;
    }
    Box::new(tokio::io::stdin())
}

/// Standard output.
pub(crate) fn output() -> Output {
    #[cfg(unix)]
    if let Some(output) = unix::output() {
        return output;
    }
    Box::new(tokio::io::stdout())
}

#[cfg(unix)]
mod unix {
    use std::{
        fs::{File, Metadata},
        os::{
            fd::{AsFd, OwnedFd},
            unix::{
                fs::{FileTypeExt as _, MetadataExt as _},
                net::UnixStream,
            },
        },
    };

    use tokio::net::unix::pipe;

    use super::{Input, Output};

    pub(super) fn input() -> Option<Input> {
        let (file, about) = opened(std::io::stdin().as_fd())?;
        if about.file_type().is_fifo() {
            return Some(Box::new(pipe::Receiver::from_owned_fd(file).ok()?));
        }
        Some(Box::new(socket(file, &about)?))
    }

    pub(super) fn output() -> Option<Output> {
        let (file, about) = opened(std::io::stdout().as_fd())?;
        // What does not block us would not block the server either, which has
        // our standard error and need not expect it.
        let (_, error) = opened(std::io::stderr().as_fd())?;
        if (error.dev(), error.ino()) == (about.dev(), about.ino()) {
            return None;
        }
        if about.file_type().is_fifo() {
            return Some(Box::new(pipe::Sender::from_owned_fd(file).ok()?));
        }
        Some(Box::new(socket(file, &about)?))
    }

    fn opened(stream: impl AsFd) -> Option<(OwnedFd, Metadata)> {
        let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
        let about = file.metadata().ok()?;
        Some((OwnedFd::from(file), about))
    }

    fn socket(file: OwnedFd, about: &Metadata) -> Option<tokio::net::UnixStream> {
        if !about.file_type().is_socket() {
            return None;
        }
        let stream = UnixStream::from(file);
        // Any other kind of socket has no address of this kind.
        stream.local_addr().ok()?;
        stream.set_nonblocking(true).ok()?;
        tokio::net::UnixStream::from_std(stream).ok()
    }
}
