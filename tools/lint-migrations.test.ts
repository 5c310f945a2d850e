import { describe, expect, it } from 'vitest'
import { lintMigration, tablesOf } from './lint-migrations.ts'

type Case = { rule: string; refused: string; says: string; accepted: string }

const earlier = new Set(['deployments'])
const problemsOf = (body: string): string[] => lintMigration('0009_x.sql', `-- One idea.\n${body}`, earlier).map(({ message }) => message)

const cases: Case[] = [
  {
    rule: 'an index that holds up writers',
    refused: 'create index i on deployments (name);',
    says: 'Create it concurrently',
    accepted: '-- facet: no transaction\ncreate index concurrently i on deployments (name);',
  },
  {
    rule: 'a concurrent index inside a transaction',
    refused: 'create unique index concurrently i on deployments (name);',
    says: 'Give the file the header "-- facet: no transaction"',
    accepted: '-- facet: no transaction\ncreate unique index concurrently i on deployments (name);',
  },
  {
    rule: 'a second statement without a transaction',
    refused: '-- facet: no transaction\ncreate index concurrently i on deployments (name);\nselect 1;',
    says: 'a file holds a single statement',
    accepted: '-- facet: no transaction\ncreate index concurrently i on deployments (name);',
  },
  {
    rule: 'a column that is not null without a default',
    refused: 'alter table deployments add column a text, add column b text not null;',
    says: 'Give it a default',
    accepted: "alter table deployments add column a text, add column b text not null default '';",
  },
  {
    rule: 'a default that differs by row',
    refused: "alter table deployments add column a bigint default nextval('facet_ids');",
    says: 'fill it in batches',
    accepted: 'alter table deployments add column a timestamptz default now();',
  },
  {
    rule: 'a constraint on a new column',
    refused: 'alter table deployments add a bigint references tenants;',
    says: 'then the constraint as not valid',
    accepted: 'alter table deployments add a bigint;',
  },
  {
    rule: 'another type',
    refused: 'alter table only public.deployments alter column name type varchar(10);',
    says: 'Add a column of the new type',
    accepted: 'alter table deployments alter column name set default 1;',
  },
  {
    rule: 'a dropped column',
    refused: 'alter table deployments drop column name;',
    says: 'oldest reader N',
    accepted: '-- facet: oldest reader 8\nalter table deployments drop column name;',
  },
  {
    rule: 'a dropped table',
    refused: 'drop table deployments;',
    says: 'oldest reader N',
    accepted: '-- facet: oldest reader 8\ndrop table deployments;',
  },
  {
    rule: 'a dropped function',
    refused: 'drop function facet_x(bigint);',
    says: 'oldest reader N',
    accepted: '-- facet: oldest reader 8\ndrop function facet_x(bigint);',
  },
  {
    rule: 'a function',
    refused: 'create function facet_x(bigint) returns int language sql as $$ select 1 $$;',
    says: 'sql/functions/',
    accepted: "call facet_protect('deployments');",
  },
  {
    rule: 'a trigger',
    refused: 'create constraint trigger t after insert on deployments for each row execute function facet_x();',
    says: 'sql/functions/',
    accepted: 'grant select on deployments to facet_service;',
  },
  {
    rule: 'a new name',
    refused: 'alter table deployments rename column name to title;',
    says: 'oldest reader N',
    accepted: '-- facet: oldest reader 8\nalter table deployments rename column name to title;',
  },
  {
    rule: 'a check of every row',
    refused: "alter table deployments add constraint c check (name <> '');",
    says: 'Add it as not valid',
    accepted: "alter table deployments add constraint c check (name <> '') not valid;",
  },
  {
    rule: 'a foreign key checked against every row',
    refused: 'alter table deployments add foreign key (tenant_id) references tenants;',
    says: 'Add it as not valid',
    accepted: 'alter table deployments add foreign key (tenant_id) references tenants not valid;',
  },
  {
    rule: 'a key that builds its index under lock',
    refused: 'alter table deployments add constraint u unique (tenant_id, name);',
    says: 'using that index',
    accepted: 'alter table deployments add constraint u unique using index deployments_u;',
  },
  {
    rule: 'set not null',
    refused: 'alter table deployments alter column template set not null;',
    says: 'validate it in this file',
    accepted: 'alter table deployments validate constraint c;\nalter table deployments alter column template set not null;',
  },
  {
    rule: 'an update of every row',
    refused: "update deployments set name = (select 'x' where true);",
    says: '-- facet: batched',
    accepted: '-- facet: batched\nupdate deployments set name = lower(name);',
  },
  {
    rule: 'a delete of every row',
    refused: 'with old as (select 1 where true) delete from deployments;',
    says: '-- facet: batched',
    accepted: 'with old as (select 1) delete from deployments where id = 1;',
  },
  {
    rule: 'a lock on a table',
    refused: 'lock table deployments in share mode;',
    says: 'keeps everyone out',
    accepted: "set local lock_timeout = '1s';",
  },
  { rule: 'a transaction of its own', refused: 'begin;\nselect 1;\ncommit;', says: 'The runner opens', accepted: 'select 1;' },
  {
    rule: 'a key of a tenant table without the tenant in front',
    refused: 'create table t (id bigint, tenant_id bigint not null, primary key (id, tenant_id)) partition by hash (id);',
    says: 'starts with tenant_id',
    accepted: 'create table t (id bigint, tenant_id bigint not null, primary key (tenant_id, id)) partition by hash (tenant_id);',
  },
]

describe('lintMigration', () => {
  it.each(cases)('refuses $rule and accepts its twin', ({ refused, says, accepted }) => {
    expect(problemsOf(refused)).toContainEqual(expect.stringContaining(says))
    expect(problemsOf(accepted)).toEqual([])
  })

  it('wants a sentence on the first line', () => {
    expect(lintMigration('x.sql', 'select 1;', earlier)).toMatchObject([{ line: 1, message: expect.stringContaining('one sentence') }])
    expect(lintMigration('x.sql', '-- facet: no transaction\nselect 1;', earlier)).toHaveLength(1)
    expect(lintMigration('x.sql', '-- One idea.\nselect 1;', earlier)).toEqual([])
  })

  it('lets a file do anything to a table it makes', () => {
    const made = 'create table t (id bigint);\ncreate index i on t (id);\nalter table t add column a text not null;\nupdate t set a = 1;'

    expect(problemsOf(made)).toEqual([])
  })

  it('does not take a table for new that may be there already', () => {
    expect(problemsOf('create table if not exists deployments (id bigint);\ncreate index i on deployments (id);')).toHaveLength(1)
  })

  it('does not read bodies, strings and comments', () => {
    const quoted = [
      'do $body$ begin update deployments set name = 1; drop table deployments; end $body$;',
      "comment on table deployments is 'drop table deployments; lock table it''s';",
      '-- drop table deployments;\n/* lock table deployments; */ select 1;',
    ]

    expect(quoted.flatMap(problemsOf)).toEqual([])
  })

  it('names the line of the statement', () => {
    const problems = lintMigration('x.sql', "-- One idea.\n\nselect 'a\nb';\n\n-- Why.\ndrop table deployments;\n", earlier)

    expect(problems).toMatchObject([{ file: 'x.sql', line: 7 }])
  })

  it('knows the tables that later files find', () => {
    expect(tablesOf('create table "a" (id int); create unlogged table public.b (id int); create index i on c (id);')).toEqual(['a', 'b'])
  })
})
