//! The wrapping MCP server.
