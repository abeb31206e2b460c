//! Everything this project knows about system packages.
//!
//! Debian's names were installed and tried on Debian 12; the names of the other
//! families are from their package indexes and are shown, never run.

/// What something is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Building the app.
    Build,
    /// Running every test.
    Test,
}

/// How to see whether it is there.
pub enum Probe {
    /// One of these programs is on the search path.
    Program(&'static [&'static str]),
    /// `pkg-config` knows this library.
    Library(&'static str),
    /// Python has this module.
    PythonModule(&'static str),
}

/// Something the system must have.
pub struct Need {
    /// What it is, for people.
    pub what: &'static str,
    pub purpose: Purpose,
    pub probe: Probe,
    /// Whether it is needed on Linux only; macOS and Windows bring their own.
    pub linux_only: bool,
    /// Package names, in the order of [`FAMILIES`].
    pub packages: [&'static str; 4],
}

/// A family of Linux distributions.
pub struct Family {
    /// What `ID` or `ID_LIKE` in `/etc/os-release` says.
    pub ids: &'static [&'static str],
    /// The words before the package names.
    pub install: &'static [&'static str],
}

/// The families; the first is the one packages are installed for.
pub const FAMILIES: [Family; 4] = [
    Family {
        ids: &["debian", "ubuntu"],
        install: &["apt-get", "install", "--yes", "--no-install-recommends"],
    },
    Family { ids: &["fedora", "rhel"], install: &["dnf", "install"] },
    Family { ids: &["arch"], install: &["pacman", "-S", "--needed"] },
    Family { ids: &["suse", "opensuse"], install: &["zypper", "install"] },
];

/// Every need. `dnf` and `zypper` also take the path of a wanted program.
pub const NEEDS: &[Need] = &[
    Need {
        what: "a C compiler",
        purpose: Purpose::Build,
        probe: Probe::Program(&["cc", "cl"]),
        linux_only: true,
        packages: ["build-essential", "gcc", "base-devel", "gcc"],
    },
    Need {
        what: "pkg-config",
        purpose: Purpose::Build,
        probe: Probe::Program(&["pkg-config"]),
        linux_only: true,
        packages: ["pkg-config", "pkgconf-pkg-config", "pkgconf", "pkgconf-pkg-config"],
    },
    Need {
        what: "WebKitGTK 4.1",
        purpose: Purpose::Build,
        probe: Probe::Library("webkit2gtk-4.1"),
        linux_only: true,
        packages: [
            "libwebkit2gtk-4.1-dev",
            "webkit2gtk4.1-devel",
            "webkit2gtk-4.1",
            "webkit2gtk3-devel",
        ],
    },
    Need {
        what: "a display server without a display",
        purpose: Purpose::Test,
        probe: Probe::Program(&["Xvfb"]),
        linux_only: true,
        packages: ["xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "/usr/bin/Xvfb"],
    },
    Need {
        what: "WebKit's driver",
        purpose: Purpose::Test,
        probe: Probe::Program(&["WebKitWebDriver"]),
        linux_only: true,
        packages: [
            "webkit2gtk-driver",
            "/usr/bin/WebKitWebDriver",
            "webkit2gtk-4.1",
            "/usr/bin/WebKitWebDriver",
        ],
    },
    Need {
        what: "a browser for the UI's tests",
        purpose: Purpose::Test,
        probe: Probe::Program(&["chromium-headless-shell", "chromium", "google-chrome"]),
        linux_only: true,
        packages: ["chromium-headless-shell", "chromium-headless", "chromium", "chromium"],
    },
    Need {
        what: "Python with virtual environments, for a real server from PyPI",
        purpose: Purpose::Test,
        // Debian's python3 can make no environment without it.
        probe: Probe::PythonModule("ensurepip"),
        linux_only: false,
        packages: ["python3-venv", "python3", "python", "python3"],
    },
];
