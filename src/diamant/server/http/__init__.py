"""Requests over HTTP.

- `gate`: access checks, for WebSockets too: trusted hosts, origins and proxies; headers
- `api`: all addresses, from new tables to the browser's files
- `endpoint`: one address: parsing requests, and refusals for all errors
- `admin`: the operator's page
- `catalogue`, `web_files`, `daily`: contents of some of the addresses
- `bundle`, `squeeze`: pack the browser's modules into a few small files
"""
