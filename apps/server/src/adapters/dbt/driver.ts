/**
 * Runs dbt's own command line, and tells which file it is about to read: dbt's log does not, and a template that never ends would have no
 * name. It is given to Python as it is; what it prints begins each line with a mark that no line of dbt's log begins with.
 */
export const fileMark = '\u{1e}'

// A manifest is some million objects that stay until the end: looking for garbage among them after every few hundred new ones takes a quarter
// of a parse that has the state of the last. Never looking would take twice the memory, for what templates leave behind.
const collectRarely = 'gc.set_threshold(100_000, 50, 100)'

export const driver = `
import gc
import sys

${collectRarely}

def tell_files():
    from dbt.parser.base import SQLParser
    from dbt.parser.macros import MacroParser
    from dbt.parser.schemas import SchemaParser
    from dbt.parser.generic_test import GenericTestParser
    from dbt.parser.snapshots import SnapshotParser

    def watch(parser):
        parse_file = parser.parse_file
        def told(self, block=None, *rest, **named):
            given = named.pop("file_block", block)
            try:
                sys.stdout.write("${String.raw`\x1e`}" + given.file.path.original_file_path + "\\n")
                sys.stdout.flush()
            except Exception:
                pass
            return parse_file(self, given, *rest, **named)
        parser.parse_file = told

    for parser in (SQLParser, MacroParser, SchemaParser, GenericTestParser, SnapshotParser):
        watch(parser)

if "parse" in sys.argv:
    try:
        tell_files()
    except Exception:
        pass

from dbt.cli.main import cli
cli()
`
