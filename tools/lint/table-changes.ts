import { partsOf, topLevel } from './sql.ts'

/** What a rule needs to know of the file a change stands in. */
export type ChangeContext = { isContraction: boolean; isValidatedHere: boolean }

type Rule = { when: (action: string) => boolean; message: (table: string) => string; unless?: (context: ChangeContext) => boolean }

export const contractionOnly = (what: string): string =>
  `${what}: builds that still run would fail. Stop using it first; a later file whose header says "-- facet: oldest reader N" takes it away.`

const addsColumn = (action: string): boolean => /^add (column )?(?!constraint|check|foreign|unique|primary|exclude)/.test(action)
const volatileDefault = /\bdefault (nextval|random|gen_random_uuid|uuidv\d|clock_timestamp|timeofday)\b/

const rules: Rule[] = [
  {
    when: (action) => addsColumn(action) && /\bnot null\b/.test(topLevel(action)) && !/\bdefault\b/.test(topLevel(action)),
    message: (table) =>
      `A new column of ${table} is not null without a default: every row there already would break it. Give it a default.`,
  },
  {
    when: (action) => addsColumn(action) && volatileDefault.test(action),
    message: (table) =>
      `The default of a new column of ${table} differs by row, so the table is rewritten under lock. Add the column, then fill it in batches.`,
  },
  {
    when: (action) => addsColumn(action) && /\b(references|check|unique|primary key)\b/.test(topLevel(action)),
    message: (table) =>
      `A new column of ${table} carries a constraint that is checked under lock. Add the column, then the constraint as not valid.`,
  },
  {
    when: (action) => /^alter (column )?\w+ (set data )?type\b/.test(action),
    message: (table) =>
      `Changing a type rewrites ${table} under lock. Add a column of the new type, fill it in batches, then leave the old one.`,
  },
  {
    when: (action) => /^drop (?!constraint)/.test(action),
    message: (table) => contractionOnly(`Dropping a column of ${table}`),
    unless: ({ isContraction }) => isContraction,
  },
  {
    when: (action) => /^rename\b/.test(action),
    message: (table) => contractionOnly(`Renaming ${table} or a part of it`),
    unless: ({ isContraction }) => isContraction,
  },
  {
    when: (action) => /^add (constraint \w+ )?(check|foreign key)\b/.test(action) && !/\bnot valid\b/.test(action),
    message: (table) =>
      `A constraint on ${table} is checked against every row under lock. Add it as not valid; validate it in a later file.`,
  },
  {
    when: (action) => /^add (constraint \w+ )?(unique|primary key|exclude)\b/.test(action) && !/\busing index\b/.test(action),
    message: (table) =>
      `A key of ${table} builds its index under lock. Create the index concurrently, then add the constraint using that index.`,
  },
  {
    when: (action) => /^alter (column )?\w+ set not null\b/.test(action),
    message: (table) =>
      `set not null reads all of ${table} under lock. Add a check (… is not null) not valid, and validate it in this file before this.`,
    unless: ({ isValidatedHere }) => isValidatedHere,
  },
]

/** The table an `alter table` changes, and its comma-separated actions. */
export const parseAlter = (text: string): { table: string; actions: string[] } | undefined => {
  const match = /^alter table (?:if exists )?(?:only )?(?<table>[\w.]+) (?<actions>.*)$/.exec(text)
  return match?.groups && { table: match.groups['table'] ?? '', actions: partsOf(match.groups['actions'] ?? '') }
}

/** What is wrong with changing a table that rows and running builds already use. */
export const changeProblems = (table: string, actions: string[], context: ChangeContext): string[] =>
  actions.flatMap((action) => rules.filter((rule) => rule.when(action) && !rule.unless?.(context)).map((rule) => rule.message(table)))
