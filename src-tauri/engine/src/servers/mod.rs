//! Start or reach a server, list its tools, keep its last words.
