"""The HTTP side of the server.

- `gate`: access checks for HTTP and WebSockets (hosts, origins, proxies), and response headers
- `api`: all routes, from new tables to the browser's files
- `endpoint`: one route: parsing requests, and refusals for all errors
- `admin`: the operator's page
- `catalogue`, `web_files`, `daily`: handlers and contents of some routes
- `bundle`, `squeeze`: pack the browser's modules into a few small files
"""
