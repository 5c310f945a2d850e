import { describe, expect, it } from 'vitest'
import { lintMigration, tablesOf } from './lint-migrations.ts'

type Case = [rule: string, says: string, refused: string, accepted: string]

const earlier = new Set(['jobs'])
const problemsOf = (body: string): string[] => lintMigration('0009_x.sql', `-- One idea.\n${body}`, earlier).map(({ message }) => message)

const alter = (...actions: string[]): string => `alter table jobs ${actions.join(', ')};`
const concurrent = 'create index concurrently i on jobs (name);'
const uniqueConcurrent = 'create unique index concurrently i on jobs (name);'
const noTransaction = '-- facet: no transaction\n'
const trigger = 'create constraint trigger t after insert on jobs for each row execute function facet_x();'
const contraction = (rule: string, refused: string): Case => [rule, 'oldest reader N', refused, `-- facet: oldest reader 8\n${refused}`]
const notValid = (rule: string, added: string): Case => [
  rule,
  'Add it as not valid',
  alter(`add ${added}`),
  alter(`add ${added} not valid`),
]
const notNull = alter('alter column template set not null')
const tenantTable = (...key: string[]): string =>
  `create table t (id bigint, tenant_id bigint not null, primary key (${key.join(', ')})) partition by hash (${key[0]});`

const cases: Case[] = [
  ['an index that holds up writers', 'Create it concurrently', 'create index i on jobs (name);', noTransaction + concurrent],
  ['a concurrent index in a transaction', 'header "-- facet: no transaction"', uniqueConcurrent, noTransaction + uniqueConcurrent],
  ['a second statement', 'a file holds a single statement', `${noTransaction}${concurrent}\nselect 1;`, noTransaction + concurrent],
  ['a column without a default', 'Give it a default', alter('add a text', 'add b text not null'), alter("add b text not null default ''")],
  ['a default that differs by row', 'in batches', alter("add column a int default nextval('i')"), alter('add column a date default now()')],
  ['a constraint on a new column', 'constraint as not valid', alter('add a bigint references tenants'), alter('add a bigint')],
  [
    'another type',
    'column of the new type',
    'alter table only public.jobs alter column a type int;',
    alter('alter column a set default 1'),
  ],
  contraction('a dropped column', alter('drop column name')),
  contraction('a dropped table', 'drop table jobs;'),
  contraction('a dropped function', 'drop function facet_x(bigint);'),
  contraction('a new name', alter('rename column name to title')),
  ['a function', 'sql/functions/', 'create function x(int) returns int language sql as $$ select 1 $$;', "call facet_protect('jobs');"],
  ['a trigger', 'sql/functions/', trigger, 'grant select on jobs to facet_service;'],
  notValid('a check of every row', "constraint c check (name <> '')"),
  notValid('a foreign key checked against every row', 'foreign key (tenant_id) references tenants'),
  [
    'a key that builds its index',
    'using that index',
    alter('add constraint u unique (id)'),
    alter('add constraint u unique using index i'),
  ],
  ['set not null', 'validate it in this file', notNull, `${alter('validate constraint c')}\n${notNull}`],
  ['an update of every row', 'batched', "update jobs set a = (select 'x' where true);", '-- facet: batched\nupdate jobs set a = lower(a);'],
  [
    'a delete of every row',
    'batched',
    'with a as (select 1 where true) delete from jobs;',
    'with a as (select 1) delete from jobs where id = 1;',
  ],
  ['a lock on a table', 'keeps everyone out', 'lock table jobs in share mode;', "set local lock_timeout = '1s';"],
  ['a transaction of its own', 'The runner opens', 'begin;\nselect 1;\ncommit;', 'select 1;'],
  ['a tenant key without the tenant in front', 'starts with tenant_id', tenantTable('id', 'tenant_id'), tenantTable('tenant_id', 'id')],
]

describe('lintMigration', () => {
  it.each(cases)('refuses %s and accepts the corrected file', (_, says, refused, accepted) => {
    expect(problemsOf(refused)).toContainEqual(expect.stringContaining(says))
    expect(problemsOf(accepted)).toEqual([])
  })

  it('requires a sentence on the first line', () => {
    expect(lintMigration('x.sql', 'select 1;', earlier)).toMatchObject([{ line: 1, message: expect.stringContaining('one sentence') }])
    expect(lintMigration('x.sql', '-- facet: no transaction\nselect 1;', earlier)).toHaveLength(1)
    expect(lintMigration('x.sql', '-- One idea.\nselect 1;', earlier)).toEqual([])
  })

  it('allows any change of a table that the file creates', () => {
    const made = 'create table t (id bigint);\ncreate index i on t (id);\nalter table t add column a text not null;\nupdate t set a = 1;'

    expect(problemsOf(made)).toEqual([])
  })

  it('checks a table created with if not exists as an existing one', () => {
    expect(problemsOf('create table if not exists jobs (id bigint);\ncreate index i on jobs (id);')).toHaveLength(1)
  })

  it('ignores bodies, strings and comments', () => {
    const quoted = [
      'do $body$ begin update jobs set name = 1; drop table jobs; end $body$;',
      "comment on table jobs is 'drop table jobs; lock table it''s';",
      '-- drop table jobs;\n/* lock table jobs; */ select 1;',
    ]

    expect(quoted.flatMap(problemsOf)).toEqual([])
  })

  it('reports the line of the statement', () => {
    const problems = lintMigration('x.sql', "-- One idea.\n\nselect 'a\nb';\n\n-- Why.\ndrop table jobs;\n", earlier)

    expect(problems).toMatchObject([{ file: 'x.sql', line: 7 }])
  })

  it('lists the tables that a file creates', () => {
    expect(tablesOf('create table "a" (id int); create unlogged table public.b (id int); create index i on c (id);')).toEqual(['a', 'b'])
  })
})
