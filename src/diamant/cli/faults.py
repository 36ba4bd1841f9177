"""What the command line refuses, as far as it is said in every language.

The sentences themselves stand where something is refused; here they are named for the catalogues,
the more special before the more general, since the first that fits is taken. What is wrong with
a record or an edition is named in the browser's `faults.js`, and said here too.
"""


def mark(message: str) -> str:
    """Name a message that is said elsewhere."""
    return message


FAULTS = (
    mark("there is no command {name}; {hint}"),
    mark("there is no option {name}; {hint}"),
    mark("there is no language {name}; {hint}"),
    mark("there is no bot {name}; {hint}"),
    mark("{file}, line {line}, column {column}"),
    mark("standard input, line {line}, column {column}"),
    mark("cannot read standard input: it is closed"),
    mark("cannot read the edition file {file}: {error}"),
    mark("the edition file {file} is not UTF-8 text"),
    mark("cannot read {file}: {error}"),
    mark("cannot write {file}: {error}; the record is above"),
    mark("cannot write {file}: {error}"),
    mark("No such file or directory"),
    mark("Is a directory"),
    mark("Permission denied"),
    mark("the following arguments are required: {names}"),
    mark("unrecognized arguments: {words}"),
    mark("{option} needs a whole number, not {value}"),
    mark("{option} needs a number, not {value}"),
    mark("argument {option}: expected one argument"),
    mark("{bots} bots and you are {together} players, not {players}"),
    mark("no game waits to be continued"),
    mark("there is no level {name}; {hint}"),
    mark("{name} can sit on one seat only"),
    mark("{name} is your name already: choose another --name"),
    mark("{link} leads to no table: a link looks like {example}"),
    mark("nobody answers at {address}: {error}"),
    mark("there is no game {number}; the last one is {last}"),
    mark("the bot {bot} failed: {error}"),
    mark("the game is over: no card is to come; {option} looks at an earlier one"),
    mark("a position is a round and a step, as in 3.4, not {value}"),
    mark("the record has no position {at}; its last one is {last}"),
    mark("this needs {library}: from a clone of the project, {command}"),
    mark("{what} needs {library}: from a clone of the project, {command}"),
)
