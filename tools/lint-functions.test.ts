import { describe, expect, it } from 'vitest'
import { lintFunctionFile } from './lint/function-files.ts'

const head = '-- One idea.'
const body = 'returns int language sql security definer set search_path = pg_catalog, pg_temp as $$ select 1 $$;'
const protectedBy = "call facet_protect_function('facet_x(int)', 'facet_service');"
const whole = `create or replace function facet_x(p_a int) ${body}\n${protectedBy}`

const problemsOf = (sql: string, name = 'embed/x'): string[] => lintFunctionFile(name, `${head}\n${sql}`).map(({ message }) => message)

type Case = [rule: string, refused: string, says: string, accepted?: string]

const trigger = 'trigger t after insert on deployments for each row execute function facet_x()'
const constraint = 'create constraint trigger t after insert on deployments deferrable for each row execute function facet_x();'

const dropped = 'drop trigger if exists t on deployments;'
const opened =
  '-- facet: open to everyone (it is written out)\ncreate or replace function facet_x() returns int language sql as $$ select 1 $$;'

/** Without `accepted`, the corrected file is `whole`. */
const cases: Case[] = [
  ['a function that is made only once', whole.replace('or replace ', ''), 'create or replace'],
  ['a function with another name than its file', whole.replaceAll('facet_x', 'facet_y'), 'This file makes facet_x'],
  ['names that the caller can redirect', whole.replace('set search_path = pg_catalog, pg_temp ', ''), 'Pin the names in facet_x'],
  ['a search path without pg_temp', whole.replace('pg_catalog, pg_temp', 'pg_catalog'), 'Pin the names in facet_x'],
  ['a function that everyone may execute', whole.replace(protectedBy, ''), 'Say who may'],
  ['a security definer function open to everyone', `-- facet: open to everyone (why not)\n${whole}`, 'cannot be open to everyone', opened],
  ['a trigger that is made only once', `create ${trigger};`, 'create or replace', `create or replace ${trigger};`],
  ['a constraint trigger that is not dropped first', constraint, 'drop trigger if exists t on deployments;', `${dropped}\n${constraint}`],
  ['a dropped trigger', dropped, 'oldest reader N', `${dropped}\n${constraint}`],
  ['a dropped function', 'drop function facet_x(int);', 'oldest reader N'],
  ['a table', 'create table t (id int);', 'numbered migrations'],
  ['a grant beside facet_protect_function', 'grant execute on function facet_x to public;', 'numbered'],
  [
    'a statement that runs when the file changes',
    'select facet_x(1);',
    'numbered migrations',
    '-- facet: at every run\nselect facet_x(1);',
  ],
]

describe('lintFunctionFile', () => {
  it.each(cases)('refuses %s and accepts the corrected file', (_, refused, says, accepted = whole) => {
    expect(problemsOf(refused)).toContainEqual(expect.stringContaining(says))
    expect(problemsOf(accepted)).toEqual([])
  })

  it('requires a comment on the first line', () => {
    expect(lintFunctionFile('embed/x', whole)).toMatchObject([{ line: 1 }])
    expect(lintFunctionFile('embed/x', `-- facet: after embed/y\n${whole}`)).toMatchObject([{ line: 1 }])
  })

  it('accepts a body in standard SQL, whose names are bound at creation', () => {
    expect(
      problemsOf(`create or replace function facet_x(p_a int) returns int language sql begin atomic select 1; end;\n${protectedBy}`),
    ).toEqual([])
  })

  it('allows roles in the prelude only', () => {
    expect(problemsOf('do $$ begin create role a; end $$;\ngrant a to current_user;', 'prelude/roles')).toEqual([])
    expect(problemsOf('do $$ begin create role a; end $$;', 'embed/roles')).toHaveLength(1)
  })
})
