"""The command line: the command `sandtable`."""
