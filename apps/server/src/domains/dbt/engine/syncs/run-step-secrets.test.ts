import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db'
import { type Actor, givenSync, givenSyncer, setVariables, syncSettings, useServer, useSyncs } from '#test'
import { SyncProblem } from './index.ts'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const params = ({ deploymentId }: Actor, syncJobId: string) => ({ params: { deploymentId, syncJobId } })
const givenRun = async () => {
  const owner = await givenSyncer(server)
  return { owner, syncJobId: await givenSync(owner) }
}
const change = (settings: object, { deploymentId }: Actor) =>
  server.query('update dbt_integrations set settings = settings || $2 where deployment_id = $1', [deploymentId, JSON.stringify(settings)])
/** All that is kept of a run whose project says this. */
const keptOfFailure = async (owner: Actor, syncJobId: string, said: string): Promise<string> => {
  const messageOf = async () => (await owner.api.getDbtSyncStatus(params(owner, syncJobId))).progress?.message ?? ''
  syncs.stepsWith({
    clone: async ({ say }, { onProgress }) => {
      say(`connecting with ${said}`)
      onProgress(said)
      await expect.poll(() => messageOf(), { timeout: 10_000 }).toContain('Cloning the dbt repository: ')
      throw new SyncProblem('dbt_failed', `password ${said} refused`, { dbtSaid: `${said}?` })
    },
  })
  await syncs.run(owner, syncJobId)
  const [kept] = await server.query(
    `select (select json_agg(l) from dbt_sync_log_lines l where sync_id = $1)::text || (select json_agg(o) from dbt_sync_outcomes o where sync_id = $1)::text
       || (select json_agg(s) from dbt_syncs s where id = $1)::text as text`,
    [syncJobId],
  )
  return JSON.stringify(kept)
}

describe('what a dbt sync says and makes', () => {
  it('shows the value of no variable that it was given in its log, its status or its error', async () => {
    const { owner, syncJobId } = await givenRun()
    await setVariables(owner, { name: 'API_TOKEN', value: 'canary-4711-secret' })
    await change({ variableNames: ['API_TOKEN'] }, owner)

    const kept = await keptOfFailure(owner, syncJobId, 'canary-4711-secret')

    expect(kept).toContain('[API_TOKEN]')
    expect(kept).not.toContain('canary')
  })

  it('says what the project says of a value that it was not given: a guess is not told to be right', async () => {
    const { owner, syncJobId } = await givenRun()
    await setVariables(owner, { name: 'CUBEJS_DB_PASS', value: 'guess-4711' }, { name: 'CUBEJS_API_SECRET', value: 'guess-4711' })

    const kept = await keptOfFailure(owner, syncJobId, 'guess-4711')

    expect(kept).toContain('password guess-4711 refused')
    expect(kept).not.toMatch(/CUBEJS_/)
  })

  it.each<[string, object, string[]]>([
    ['the credential of its repository and the variables that it is set to see', {}, ['API_TOKEN', 'dbt repository token']],
    [
      'and of the warehouse where it reads the catalog',
      { pull: { hasCatalogTypes: true } },
      ['API_TOKEN', 'CUBEJS_DB_PASS', 'dbt repository token'],
    ],
  ])('has what it makes searched for %s', async (_, settings, names) => {
    const { owner, syncJobId } = await givenRun()
    await setVariables(
      owner,
      ...['API_TOKEN', 'OTHER_TOKEN', 'CUBEJS_DB_PASS', 'CUBEJS_API_SECRET'].map((name) => ({ name, value: `value of ${name}` })),
      ...[{ name: 'CUBEJS_DB_HOST', value: 'warehouse.example' }],
    )
    await change({ variableNames: ['API_TOKEN'], ...settings }, owner)
    const { pool, keyRing } = server.services()
    const sealed = await inTransaction(pool, owner.tenantId, 'read write', (db) =>
      keyRing.seal(db, owner.tenantId, `dbt token ${owner.deploymentId}`, 'ghp_1'),
    )
    await server.query('update dbt_integrations set token_sealed = $2 where deployment_id = $1', [owner.deploymentId, sealed])
    const searched: string[][] = []
    syncs.stepsWith({
      convert: async ({ secrets }) => {
        searched.push(Object.keys(secrets).toSorted())
        throw new SyncProblem('secret_in_output', 'It shows something.')
      },
    })

    await syncs.run(owner, syncJobId)

    expect(searched).toEqual([names])
  })

  it('keeps values out of what is thrown again for the operator', async () => {
    const { owner, syncJobId } = await givenRun()
    await setVariables(owner, { name: 'API_TOKEN', value: 'canary-4711-secret' })
    await change({ variableNames: ['API_TOKEN'] }, owner)
    syncs.stepsWith({
      convert: () => Promise.reject(new Error('ended with canary-4711-secret', { cause: new Error('it read canary-4711-secret') })),
    })

    const thrown = await syncs.run(owner, syncJobId).catch((error: unknown) => error)

    expect(inspect(thrown)).toContain('ended with [API_TOKEN]')
    expect(inspect(thrown)).not.toContain('canary')
  })
})
