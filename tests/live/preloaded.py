"""Compute once what every test server needs at its start.

Each server is forked from a process that has imported this module.
"""

from diamant.server.http.web_files import WebFiles
from diamant.table.names import look_alikes

WebFiles()
look_alikes("Ana")
