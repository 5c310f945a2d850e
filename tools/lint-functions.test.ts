import { describe, expect, it } from 'vitest'
import { lintFunctionFile } from './lint/function-files.ts'

const head = '-- One idea.'
const body = 'returns int language sql security definer set search_path = pg_catalog, pg_temp as $$ select 1 $$;'
const protectedBy = "call facet_protect_function('facet_x(int)', 'facet_service');"
const whole = `create or replace function facet_x(p_a int) ${body}\n${protectedBy}`

const problemsOf = (sql: string, name = 'embed/x'): string[] => lintFunctionFile(name, `${head}\n${sql}`).map(({ message }) => message)

type Case = { rule: string; refused: string; says: string; accepted: string; name?: string }

const trigger = 'trigger t after insert on deployments for each row execute function facet_x()'
const constraint = 'create constraint trigger t after insert on deployments deferrable for each row execute function facet_x();'

const cases: Case[] = [
  { rule: 'a function that is made only once', refused: whole.replace('or replace ', ''), says: 'create or replace', accepted: whole },
  {
    rule: 'a function of another name than its file',
    refused: whole.replaceAll('facet_x', 'facet_y'),
    says: 'This file makes facet_x',
    accepted: whole,
  },
  {
    rule: 'names that the caller can redirect',
    refused: whole.replace('set search_path = pg_catalog, pg_temp ', ''),
    says: 'Pin the names in facet_x',
    accepted: whole,
  },
  {
    rule: 'a path that does not say when temporary tables are searched',
    refused: whole.replace('pg_catalog, pg_temp', 'pg_catalog'),
    says: 'Pin the names in facet_x',
    accepted: whole,
  },
  { rule: 'a function that everyone may execute', refused: whole.replace(protectedBy, ''), says: 'Say who may', accepted: whole },
  {
    rule: "a function with its owner's rights that is open to everyone",
    refused: `-- facet: open to everyone (why not)\n${whole}`,
    says: 'cannot be open to everyone',
    accepted:
      '-- facet: open to everyone (it is written out)\ncreate or replace function facet_x() returns int language sql as $$ select 1 $$;',
  },
  {
    rule: 'a trigger that is made only once',
    refused: `create ${trigger};`,
    says: 'create or replace',
    accepted: `create or replace ${trigger};`,
  },
  {
    rule: 'a constraint trigger that is there the second time',
    refused: constraint,
    says: 'drop trigger if exists t on deployments;',
    accepted: `drop trigger if exists t on deployments;\n${constraint}`,
  },
  {
    rule: 'a dropped trigger',
    refused: 'drop trigger if exists t on deployments;',
    says: 'oldest reader N',
    accepted: `drop trigger if exists t on deployments;\n${constraint}`,
  },
  { rule: 'a dropped function', refused: 'drop function facet_x(int);', says: 'oldest reader N', accepted: whole },
  { rule: 'a table', refused: 'create table t (id int);', says: 'numbered migrations', accepted: whole },
  {
    rule: 'a grant beside facet_protect_function',
    refused: 'grant execute on function facet_x to public;',
    says: 'numbered',
    accepted: whole,
  },
  {
    rule: 'a statement that is run when the file changes',
    refused: 'select facet_x(1);',
    says: 'numbered migrations',
    accepted: '-- facet: at every run\nselect facet_x(1);',
  },
]

describe('lintFunctionFile', () => {
  it.each(cases)('refuses $rule and accepts its twin', ({ refused, says, accepted, name }) => {
    expect(problemsOf(refused, name)).toContainEqual(expect.stringContaining(says))
    expect(problemsOf(accepted, name)).toEqual([])
  })

  it('wants a comment on the first line', () => {
    expect(lintFunctionFile('embed/x', whole)).toMatchObject([{ line: 1 }])
    expect(lintFunctionFile('embed/x', `-- facet: after embed/y\n${whole}`)).toMatchObject([{ line: 1 }])
  })

  it('accepts a body whose names are bound when it is made', () => {
    expect(
      problemsOf(`create or replace function facet_x(p_a int) returns int language sql begin atomic select 1; end;\n${protectedBy}`),
    ).toEqual([])
  })

  it('lets the prelude make roles', () => {
    expect(problemsOf('do $$ begin create role a; end $$;\ngrant a to current_user;', 'prelude/roles')).toEqual([])
    expect(problemsOf('do $$ begin create role a; end $$;', 'embed/roles')).toHaveLength(1)
  })
})
