"""Requests over HTTP.

- `gate`: who may come in, WebSockets too: trusted hosts, origins and proxies; headers
- `api`: every address, from making a table to the browser's files
- `endpoint`: one address, what a request brings, and a refusal for whatever goes wrong there
- `admin`: the operator's page
- `catalogue`, `web_files`, `daily`: what some of the addresses give
- `bundle`, `squeeze`: the browser's modules as few and small files
"""
