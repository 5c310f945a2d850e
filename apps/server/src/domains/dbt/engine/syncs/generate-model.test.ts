import { describe, expect, it } from 'vitest'
import { type Actor, givenSync, givenSyncer, syncSettings, useServer, useSyncs } from '#test'
import { withDeadline } from './deadline.ts'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const runOf = async ({ api, deploymentId }: Actor, syncJobId: string) =>
  (await api.listDbtSyncs({ params: { deploymentId } })).items.find((run) => run.syncJobId === syncJobId)

const givenRun = async () => {
  const owner = await givenSyncer(server)
  return { owner, syncJobId: await givenSync(owner) }
}

const change = (settings: object, { deploymentId }: Actor) =>
  server.query('update dbt_integrations set settings = settings || $2 where deployment_id = $1', [deploymentId, JSON.stringify(settings)])

describe('what a sync generates', () => {
  it('uses again what was generated from the same head with the same settings, and publishes it to its own branch', async () => {
    const { owner, syncJobId: first } = await givenRun()
    await syncs.run(owner, first)
    const second = await givenSync(owner)
    syncs.taken.length = 0

    expect(await syncs.run(owner, second)).toBe('completed')

    expect(syncs.taken).toEqual(['clone', 'publish'])
    const run = await runOf(owner, second)
    expect(run).toMatchObject({ stats: { models: 3, cubeCount: 2 } })
    expect(run?.phases?.map(({ phase }) => phase)).toEqual(['repo_clone', 'publish'])
    expect(await syncs.logOf(second)).toContain(`Nothing changed since sync ${first}: what it generated is used again.`)
  })

  it.each([
    ['the head moved', () => Promise.resolve(), { headSha: 'f'.repeat(40), ref: 'refs/heads/main' }],
    ['a setting changed', (owner: Actor) => change({ target: 'prod' }, owner), null],
    ['types come from the warehouse', (owner: Actor) => change({ pull: { hasCatalogTypes: true } }, owner), null],
  ])('runs dbt again when %s', async (_, act, head) => {
    const { owner, syncJobId: first } = await givenRun()
    await syncs.run(owner, first)
    await act(owner)
    if (head) syncs.stepsWith({ clone: async () => head })
    const second = await givenSync(owner)
    syncs.taken.length = 0

    expect(await syncs.run(owner, second)).toBe('completed')

    expect(syncs.taken).toContain('parse')
  })

  it('runs dbt again for the same head and settings where types come from the warehouse, which changes by itself', async () => {
    const { owner, syncJobId: first } = await givenRun()
    await change({ pull: { hasCatalogTypes: true } }, owner)
    await syncs.run(owner, first)
    const second = await givenSync(owner)
    syncs.taken.length = 0

    expect(await syncs.run(owner, second)).toBe('completed')

    expect(syncs.taken).toContain('readCatalog')
  })

  it('generates again what the store has lost', async () => {
    const { owner, syncJobId: first } = await givenRun()
    await syncs.run(owner, first)
    await server.query("update dbt_sync_objects set object_key = object_key || 'x' where sync_id = $1 and kind = 'conversion'", [first])
    const second = await givenSync(owner)
    syncs.taken.length = 0

    expect(await syncs.run(owner, second)).toBe('completed')

    expect(syncs.taken).toContain('parse')
  })

  it.each([
    ['is noted', 'https://git.example/shop.git', 'trunk'],
    ['is not noted of a repository that was replaced meanwhile', 'https://git.example/other.git', null],
  ])('comes from the default branch, which %s', async (_, url, noted) => {
    const { owner, syncJobId } = await givenRun()
    const ofIntegration = async (query: string, ...values: string[]) =>
      server.query<{ default_branch: string | null }>(query, [owner.deploymentId, ...values])
    syncs.stepsWith({
      clone: async () => {
        await ofIntegration('update dbt_integrations set url = $2 where deployment_id = $1', url)
        return { headSha: 'a'.repeat(40), ref: 'refs/heads/trunk' }
      },
    })

    await syncs.run(owner, syncJobId)

    expect(await ofIntegration('select default_branch from dbt_integrations where deployment_id = $1')).toEqual([{ default_branch: noted }])
  })

  it('asks for the catalog where it is set', async () => {
    const { owner, syncJobId } = await givenRun()
    await change({ pull: { hasCatalogTypes: true } }, owner)

    await syncs.run(owner, syncJobId)

    expect(syncs.taken).toEqual(['clone', 'installPackages', 'parse', 'readCatalog', 'convert', 'publish'])
  })
})

/** What never ends by itself. */
const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('killed')))
  })

describe('the time limit of a phase', () => {
  it('names the phase and what it was working on', async () => {
    const control = { signal: new AbortController().signal, timeoutMs: 5, onProgress: () => undefined }

    const ended = withDeadline(
      control,
      'dbt_parse',
      ({ signal, onProgress }) => {
        onProgress('models/orders.sql')
        return until(signal)
      },
      0,
    )

    await expect(ended).rejects.toMatchObject({
      code: 'phase_timed_out',
      message: 'The phase dbt_parse took longer than 0.005 s and was ended while working on models/orders.sql.',
    })
  })

  it('says nothing where the run was ended meanwhile: what is told is why', async () => {
    const gone = new AbortController()
    const control = { signal: gone.signal, timeoutMs: 5, onProgress: () => undefined }

    const ended = withDeadline(
      control,
      'dbt_parse',
      ({ signal }) => {
        signal.addEventListener('abort', () => gone.abort(new Error('cancelled')))
        return until(signal)
      },
      0,
    )

    await expect(ended).rejects.toThrow('killed')
  })
})
