"""Requests over HTTP.

- `gate`: who may come in, WebSockets too: trusted hosts, origins and proxies; headers
- `api`: every address, from making a table to the browser's files
- `responses`: JSON and refusals, and reading what a request brings
- `catalogue`, `replays`, `qr_codes`, `web_files`: what some of the addresses give
"""
