"""What every server of the tests would reckon for itself when it begins, reckoned once for all.

Each of them is forked from a process that has imported this.
"""

from diamant.server.http.web_files import WebFiles
from diamant.table.names import look_alikes

WebFiles()
look_alikes("Ana")
