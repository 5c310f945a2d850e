import { describe, expect, it } from 'vitest'
import { type Actor, givenOutcome, refusalOf, setVariables, syncSettings, useServer } from '#test'

const server = useServer(syncSettings)
const gigabyte = 1_073_741_824

const push = async ({ api, deploymentId }: Actor, catalogOf?: string): Promise<string> =>
  (await api.uploadDbtManifest({ params: { deploymentId }, body: { catalogOf }, file: new Blob(['{"nodes":{}}']) })).manifestId
const start = async (owner: Actor, manifestId: string): Promise<string> =>
  (await owner.api.startDbtSync({ params: owner, body: { manifestId } })).syncJobId

/** A manifest that counts as so many bytes. */
const givenPushed = async (owner: Actor, bytes: number): Promise<string> => {
  const manifestId = await push(owner)
  await server.database().query('update dbt_manifests set size_bytes = $2 where id = $1', [manifestId, bytes])
  return manifestId
}
const givenOwner = async (): Promise<Actor> => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
  return owner
}
const keptBy = async ({ deploymentId }: Actor): Promise<string[]> => {
  const sql = 'select id::text from dbt_manifests where deployment_id = $1 order by id'
  return (await server.database().query<{ id: string }>(sql, [deploymentId])).map(({ id }) => id)
}

describe('a deployment that keeps 2 GB of what was pushed', () => {
  it('makes room with the oldest, as many as it takes and no more', async () => {
    const owner = await givenOwner()
    await givenPushed(owner, 1000)
    await givenPushed(owner, gigabyte)
    const third = await givenPushed(owner, gigabyte - 1000)

    const fourth = await push(owner)

    expect(await keptBy(owner)).toEqual([third, fourth])
  })

  it('keeps what a sync waits for, and lets it go when that is over', async () => {
    const owner = await givenOwner()
    const waitedFor = await givenPushed(owner, gigabyte)
    const other = await givenPushed(owner, gigabyte)
    const syncJobId = await start(owner, waitedFor)

    const first = await givenPushed(owner, gigabyte)
    expect(await keptBy(owner)).toEqual([waitedFor, first])
    await givenOutcome(server, owner, syncJobId, { status: 'COMPLETED' })
    const second = await push(owner)

    expect(await keptBy(owner)).toEqual([first, second])
    expect(await refusalOf(start(owner, other))).toMatchObject({ code: 'dbt_manifest_not_found' })
  })

  it('refuses more where syncs wait for all of it, with what to do, and keeps all', async () => {
    const owner = await givenOwner()
    const kept = [await givenPushed(owner, gigabyte), await givenPushed(owner, gigabyte)]
    for (const manifestId of kept) await start(owner, manifestId)

    const refused = await refusalOf(push(owner))

    expect(refused).toMatchObject({ status: 409, code: 'dbt_manifest_limit' })
    expect(refused.message).toContain('2 of its manifests are kept for syncs that wait or run. Wait for some to end, or cancel them')
    expect(await keptBy(owner)).toEqual(kept)
  })

  it('counts catalogs, and never removes the manifest of the one that comes', async () => {
    const owner = await givenOwner()
    const first = await givenPushed(owner, gigabyte)
    await push(owner, first)
    await server.database().query('update dbt_catalogs set size_bytes = $2 where manifest_id = $1', [first, gigabyte])
    const second = await push(owner)
    expect(await keptBy(owner)).toEqual([second])

    await server.database().query('update dbt_manifests set size_bytes = $2 where id = $1', [second, 2 * gigabyte])

    expect(await refusalOf(push(owner, second))).toMatchObject({ code: 'dbt_manifest_limit' })
    expect(await keptBy(owner)).toEqual([second])
  })

  it('leaves what was pushed to others alone', async () => {
    const [owner, stranger] = [await givenOwner(), await givenOwner()]
    const theirs = await givenPushed(stranger, 2 * gigabyte)

    await push(owner)

    expect(await keptBy(stranger)).toEqual([theirs])
  })

  it('comes to no more when several are pushed at once', async () => {
    const owner = await givenOwner()
    await givenPushed(owner, gigabyte)
    await givenPushed(owner, gigabyte)

    await Promise.all(Array.from({ length: 6 }, () => push(owner)))

    const [row] = await server
      .database()
      .query<{ bytes: string }>('select sum(size_bytes) as bytes from dbt_manifests where deployment_id = $1', [owner.deploymentId])
    expect(Number(row?.bytes)).toBeLessThan(2 * gigabyte)
  })
})
