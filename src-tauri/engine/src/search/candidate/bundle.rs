//! MCPB bundles: a zip file with a manifest and the server's own files.
//!
//! Specification: github.com/modelcontextprotocol/mcpb, manifest 0.3.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use zip::{ZipArchive, result::ZipError};

/// The longest manifest read, in bytes.
const MANIFEST: u64 = 1024 * 1024;

/// The most files unpacked. Bundles with their Node modules have thousands.
const FILES: usize = 50_000;

/// The most bytes unpacked, all files together.
const BYTES: u64 = 1024 * 1024 * 1024;

/// Why a bundle cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// It is no zip file, or a damaged one.
    #[error("it is no bundle: {0}")]
    Zip(#[from] ZipError),
    /// It cannot be read, or nothing can be written in its place.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The manifest is missing.
    #[error("it has no manifest.json")]
    NoManifest,
    /// A file wants to be somewhere else.
    #[error("it wants to write outside its own folder (`{0}`)")]
    Outside(String),
    /// Unpacked it is larger than allowed.
    #[error("unpacked it is larger than {FILES} files or {BYTES} bytes")]
    TooLarge,
}

/// The text of the manifest.
pub fn manifest(bundle: &Path) -> Result<String, BundleError> {
    let mut archive = ZipArchive::new(File::open(bundle)?)?;
    let file = match archive.by_name("manifest.json") {
        Err(ZipError::FileNotFound) => return Err(BundleError::NoManifest),
        file => file?,
    };
    let mut text = String::new();
    // One byte more than allowed, to tell "full" from "too much".
    let read = file.take(MANIFEST + 1).read_to_string(&mut text)?;
    if read as u64 > MANIFEST { Err(BundleError::TooLarge) } else { Ok(text) }
}

/// Unpacks a bundle into an empty folder. What its headers say of sizes is not
/// believed: bytes are counted as they are written.
pub fn unpack(bundle: &Path, folder: &Path) -> Result<(), BundleError> {
    let mut archive = ZipArchive::new(File::open(bundle)?)?;
    if archive.len() > FILES {
        return Err(BundleError::TooLarge);
    }
    let mut left = BYTES;
    for number in 0..archive.len() {
        let mut file = archive.by_index(number)?;
        let inside = file.enclosed_name().filter(|_| !file.is_symlink());
        let Some(inside) = inside else {
            return Err(BundleError::Outside(
                String::from_utf8_lossy(file.name_raw()).into_owned(),
            ));
        };
        let place = folder.join(inside);
        if file.is_dir() {
            std::fs::create_dir_all(&place)?;
            continue;
        }
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let mode = file.unix_mode();
        let written = io::copy(&mut (&mut file).take(left + 1), &mut File::create(&place)?)?;
        left = left.checked_sub(written).ok_or(BundleError::TooLarge)?;
        make_executable(place, mode)?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(place: PathBuf, mode: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if mode.is_some_and(|mode| mode & 0o111 != 0) {
        std::fs::set_permissions(place, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_executable(_: PathBuf, _: Option<u32>) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use tempfile::TempDir;
    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    fn bundle(folder: &TempDir, files: &[(&str, &[u8])]) -> PathBuf {
        let path = folder.path().join("x.mcpb");
        let mut zip = ZipWriter::new(File::create(&path).expect("a file"));
        for (name, bytes) in files {
            let options = SimpleFileOptions::default().unix_permissions(0o755);
            zip.start_file(*name, options).expect("a member");
            zip.write_all(bytes).expect("written");
        }
        zip.finish().expect("a zip file");
        path
    }

    #[test]
    fn a_bundle_is_unpacked_into_its_folder() {
        let folder = TempDir::new().expect("a folder");
        let path = bundle(&folder, &[("manifest.json", b"{}"), ("server/run.sh", b"#!/bin/sh\n")]);
        assert_eq!(manifest(&path).expect("a manifest"), "{}");
        let out = folder.path().join("out");
        unpack(&path, &out).expect("unpacked");
        assert_eq!(std::fs::read(out.join("server/run.sh")).expect("there"), b"#!/bin/sh\n");
    }

    #[test]
    fn what_is_no_good_bundle_says_so() {
        let folder = TempDir::new().expect("a folder");
        let plain = folder.path().join("plain");
        std::fs::write(&plain, "no zip").expect("a file");
        assert!(matches!(manifest(&plain), Err(BundleError::Zip(_))));
        let path = bundle(&folder, &[("other.json", b"{}")]);
        assert!(matches!(manifest(&path), Err(BundleError::NoManifest)));
        let path = bundle(&folder, &[("../../outside", b"x")]);
        assert!(matches!(
            unpack(&path, &folder.path().join("out")),
            Err(BundleError::Outside(name)) if name == "../../outside"
        ));
        // Two megabytes of blanks are two kilobytes in a zip file.
        let path = bundle(&folder, &[("manifest.json", &vec![b' '; 2 * 1024 * 1024])]);
        assert!(matches!(manifest(&path), Err(BundleError::TooLarge)));
    }
}
