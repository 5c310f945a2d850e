import { describe, expect, inject, it } from 'vitest'
import { cloneDatabase, fillTenant, useDatabase } from '#test'
import { endingKinds } from './entry.ts'

/** Tables whose rows can be taken away and that a copy may bring back all the same, each with its reason. */
const broughtBack: Record<string, string> = {
  installation: 'raised by the restore itself',
  embed_watermarks: 'ends sessions, and all from before a restore are refused',
  embed_grants: 'the same',
  embed_sessions: 'the same',
  embed_signing_keys: 'a token needs its grant, and those from before a restore are refused, whatever signed them',
  roles: 'no operation narrows or deletes one',
  tenant_hosts: 'a name that leads to its tenant, which decides nothing by itself',
  tenant_settings: 'settings are as the copy has them',
  app_config: 'the same: a change is told so that fonts of pages are taken from where they are now',
  deployments: 'where a request of the data API goes is a setting; one that was deleted is there again as the copy has it',
  environments: 'goes and comes back with its deployment',
  env_variables: 'variables are settings; the page on restores says that a secret which was replaced is to be replaced again',
  builds: 'hashes of files, and of no secret',
  data_tokens: 'rests on a key or on a grant, both of which are told, and lives for an hour at most',
  users: 'the security context of a user is a setting, as the copy has it; the page on restores says what to look at again',
  user_attributes: 'settings, as the copy has them',
  user_attribute_values: 'the same',
  idempotency_keys: 'an answer that was given, kept for a day',
  repository_remotes: 'connections are settings; the token of a push notice brings in what the remote has, and nothing else',
  remote_pushes: 'the hash of a commit; a push only adds, and a restore holds back what was pending',
  external_users: 'a fingerprint of the last request, not of a secret',
  dbt_integrations: 'a connection and its secrets are settings, as those of a remote are; the page on restores says what to replace again',
  dbt_syncs: 'a hash of what was generated, and of no secret',
  dbt_sync_outcomes: 'the hash of a commit',
  outbox_events: 'the token of a claim, which only tells who may complete it; what an event asks for is done again without harm',
}

const database = useDatabase()

const withTrigger = async (name: string): Promise<Map<string, string[]>> => {
  const rows = await database.query<{ table: string; kinds: string[] }>(
    `select c.relname as table, array_agg(distinct encode(t.tgargs, 'escape')) as kinds
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where p.proname = $1 and not c.relispartition group by c.relname`,
    [name],
  )
  return new Map(rows.map(({ table, kinds }) => [table, kinds.map((kind) => kind.replaceAll(String.raw`\000`, ''))]))
}

describe('everything that can be ended', () => {
  it('is told to the ledger by a trigger of its table, or there is a reason why not', async () => {
    const told = await withTrigger('facet_record_ending')
    const narrowing = [...(await withTrigger('facet_raise_revocation_epoch')).keys()]
    const holdingSecrets = await database.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns c
       where table_schema = 'public' and column_name ~ '(hash|secret|token|fingerprint)' and exists (
         select from pg_class p where p.relname = c.table_name and p.relkind in ('r', 'p') and not p.relispartition)`,
    )
    const all = new Set([...narrowing, ...holdingSecrets.map(({ name }) => name)])

    expect([...all].filter((table) => !told.has(table) && !(table in broughtBack))).toEqual([])
    expect(Object.keys(broughtBack).filter((table) => told.has(table) || !all.has(table))).toEqual([])
    expect([...told.values()].flat().toSorted()).toEqual([...endingKinds].toSorted())
  })

  it.each([
    ['delete from api_keys', ['api_key']],
    ["delete from principals where name = 'own'", ['api_key', 'principal', 'role_grant']],
    ['update principals set is_deactivated = true', ['principal_deactivated']],
    ['update principals set is_deactivated = false', ['principal_activated']],
    ['update principals set updated_at = now()', []],
    ['delete from role_grants', ['role_grant']],
    ['delete from deployment_grants', ['deployment_grant']],
    ['update embed_tenants set removed_at = now()', ['embed_tenant']],
    ['delete from embed_tenants', ['embed_tenant']],
    ["update embed_tenants set display_name = 'Other'", []],
    ['update tenants set embed_frozen_at = now()', ['embedding_frozen']],
    ['update tenants set embed_frozen_at = null', ['embedding_thawed']],
    ['update tenants set suspended_at = now()', ['tenant_suspended']],
    ['update tenants set suspended_at = null', ['tenant_resumed']],
  ])('is told with what ends it: %s', async (statement, kinds) => {
    const copy = await cloneDatabase(inject('postgresUrl'))
    try {
      const tenantId = await fillTenant(copy.query, 'own')
      const wasEnded = /= (false|null)$/.exec(statement)
      if (wasEnded) await copy.query(statement.replace(/(false|null)$/, (text) => (text === 'false' ? 'true' : 'now()')))
      await copy.query('delete from endings')

      await copy.query(statement)

      const rows = await copy.query<{ tenant_id: string; kind: string }>('select tenant_id, kind from endings order by kind')
      expect(rows).toEqual(kinds.map((kind) => ({ tenant_id: String(tenantId), kind })))
    } finally {
      await copy.drop()
    }
  })
})
