//! The `plimsoll` program: the library's `run` over this process.

fn main() -> std::process::ExitCode {
    plimsoll_cli::main()
}
