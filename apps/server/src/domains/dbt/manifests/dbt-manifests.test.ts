import { gzipSync } from 'node:zlib'
import { pushedFileLimits } from '@facet/contract'
import { conversionLimits } from '@facet/dbt-convert'
import { describe, expect, test } from 'vitest'
import { SyncProblem } from '#engine/dbt'
import { type Actor, givenDeployments, givenOutcome, refusalOf, send, setVariables, syncSettings, useServer, useSyncs } from '#test'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const push = ({ api, deploymentId }: Actor, content: string | Uint8Array<ArrayBuffer> = '{"nodes":{}}', catalogOf?: string) =>
  api.uploadDbtManifest({ params: { deploymentId }, body: { catalogOf }, file: new Blob([content]) })

const packed = (content: string) => new Uint8Array(gzipSync(content))
const start = ({ api, deploymentId }: Actor, manifestId: string) => api.startDbtSync({ params: { deploymentId }, body: { manifestId } })

const givenOwner = async (): Promise<Actor> => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
  return owner
}

const givenManifest = async (): Promise<{ owner: Actor; manifestId: string }> => {
  const owner = await givenOwner()
  return { owner, manifestId: (await push(owner)).manifestId }
}

const it = test.extend('owner', () => givenOwner()).extend('manifest', () => givenManifest())

describe('uploadDbtManifest', () => {
  it('keeps what was sent, and a sync is made of it without a repository', async ({ owner }) => {
    const { manifestId, sizeBytes } = await push(owner)
    expect(sizeBytes).toBe(12)

    expect(await syncs.runPushed(owner, manifestId)).toMatchObject({ artifacts: { 'manifest.json': '{"nodes":{}}' } })

    expect(syncs.taken.filter((step) => step !== 'convert')).toEqual(['publish'])
    const [run] = (await owner.api.listDbtSyncs({ params: owner })).items
    expect(run?.phases?.map(({ phase }) => phase)).toEqual(['convert', 'publish'])
  })

  it('does not search the generated files for secrets of the deployment', async ({ owner }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_PASS', value: 'correct horse battery' })
    const searched: object[] = []
    const note = (secrets: object): Promise<never> => {
      searched.push(secrets)
      return Promise.reject(new SyncProblem('manifest_not_dbt', 'It is none.'))
    }
    syncs.stepsWith({ convert: ({ secrets }) => note(secrets) })

    await syncs.run(owner, (await start(owner, (await push(owner)).manifestId)).syncJobId)

    expect(searched).toEqual([{}])
  })

  it('takes a manifest that begins with blank lines', async () => {
    expect(await push(await server.admin(), '\n \t{"nodes":{}}')).toMatchObject({ sizeBytes: 15 })
  })

  it('takes as much as is converted', () => {
    expect(pushedFileLimits.maxBytes).toBe(conversionLimits.maxManifestBytes)
  })

  it('keeps a packed file as it came, counts what it unpacks to, and a sync reads that', async ({ owner }) => {
    const content = `{"nodes":{},"docs":"${'x'.repeat(12_000_000)}"}`

    const { manifestId, sizeBytes } = await push(owner, packed(content))

    expect(sizeBytes).toBe(content.length)
    const { artifacts } = await syncs.runPushed(owner, manifestId)
    expect(Object.entries(artifacts).map(([name, text]) => [name, text === content])).toEqual([['manifest.json', true]])
  })

  it('takes files that are larger than those of a data model', async () => {
    const content = `{"docs":"${'x'.repeat(12_000_000)}"}`

    expect(await push(await server.admin(), content)).toMatchObject({ sizeBytes: content.length })
  })

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['is cut off', packed('{"nodes":{}}').slice(0, -9)],
    ['is damaged', Uint8Array.from([0x1f, 0x8b, 1, 2, 3, 4])],
    ['holds no object', packed('[1]')],
    ['holds nothing', packed('')],
  ])('refuses a packed file that %s', async (_, content) => {
    expect(await refusalOf(push(await server.admin(), content))).toMatchObject({ status: 400, code: 'dbt_manifest_invalid' })
  })

  it('refuses what says that it is larger than 256 MB, before it is read', async () => {
    const { key, headers, deploymentId } = await server.admin()
    const answer = await send(`${server.url()}/api/v1/deployments/${deploymentId}/dbt-manifests`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${key}`,
        'content-type': 'multipart/form-data; boundary=xyz',
        'content-length': '400000000',
      },
    })

    expect(answer).toMatchObject({ status: 413, body: { code: 'dbt_manifest_too_large' } })
  })

  it.each(['', '  ', '[1]', 'nodes: {}', '\0'])('refuses %j, which is no manifest', async (content) => {
    expect(await refusalOf(push(await server.admin(), content))).toMatchObject({ status: 400, code: 'dbt_manifest_invalid' })
  })

  it('refuses a form whose text fields come behind its file', async () => {
    const { key, headers, deploymentId } = await server.admin()
    const form = new FormData()
    form.set('file', new Blob(['{"nodes":{}}']))
    form.set('fileName', 'manifest.json')

    const answer = await fetch(`${server.url()}/api/v1/deployments/${deploymentId}/dbt-manifests`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
      body: form,
    })

    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'upload_order' }])
  })

  it.each(['12', 'latest', '-1'])('lets no sync be started from the manifest %s, which is not there', async (manifestId) => {
    expect(await refusalOf(start(await givenOwner(), manifestId))).toMatchObject({ status: 404, code: 'dbt_manifest_not_found' })
  })

  it('lets no sync be started from the manifest of another tenant, nor of another deployment', async ({ owner }) => {
    const { manifestId } = await push(owner)
    const [id = 0] = await givenDeployments(owner, 'Second')
    const second = { ...owner, deploymentId: id }
    await setVariables(second, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })

    expect(await refusalOf(start(await givenOwner(), manifestId))).toMatchObject({ code: 'dbt_manifest_not_found' })
    expect(await refusalOf(start(second, manifestId))).toMatchObject({ code: 'dbt_manifest_not_found' })
  })
})

it('a catalog is read with its manifest and replaced by the next one', async ({ manifest: { owner, manifestId } }) => {
  const first = await push(owner, '{"nodes":{"a":1}}', manifestId)
  const afterFirst = await syncs.runPushed(owner, manifestId)
  const second = await push(owner, new Uint8Array(gzipSync('{"nodes":{"b":2}}')), manifestId)

  expect([first, second]).toMatchObject([
    { manifestId, sizeBytes: 17 },
    { manifestId, sizeBytes: 17 },
  ])
  expect(afterFirst.artifacts).toEqual({ 'manifest.json': '{"nodes":{}}', 'catalog.json': '{"nodes":{"a":1}}' })
  expect(afterFirst.log).toContain('Types of columns come from the catalog that was pushed with the manifest.')
  const { artifacts } = await syncs.runPushed(owner, manifestId)
  expect(artifacts).toEqual({ 'manifest.json': '{"nodes":{}}', 'catalog.json': '{"nodes":{"b":2}}' })
  const rows = await server.query('select tenant_id from dbt_catalogs where manifest_id = $1', [manifestId])
  expect(rows).toHaveLength(1)
})

it('concurrent uploads keep one catalog and none of them fails', async ({ manifest: { owner, manifestId } }) => {
  const contents = Array.from({ length: 8 }, (_, number) => `{"nodes":{"n":${number}}}`)

  await Promise.all(contents.map((content) => push(owner, content, manifestId)))

  const { artifacts } = await syncs.runPushed(owner, manifestId)
  expect(contents).toContain(artifacts['catalog.json'])
})

it('a catalog is deleted with its manifest and its object is collected', async ({ manifest: { owner, manifestId } }) => {
  await push(owner, '{"nodes":{"a":1}}', manifestId)
  const query = (sql: string) => server.query<{ key: string }>(sql, [manifestId])
  const [catalog] = await query('select object_key as key from dbt_catalogs where manifest_id = $1')

  await query('delete from dbt_manifests where id = $1')

  expect(await query('select object_key as key from dbt_catalogs where manifest_id = $1')).toEqual([])
  const due = await server.query('select key from unreferenced_objects where key = $1', [catalog?.key])
  expect(due).toHaveLength(1)
})

it('uploadDbtManifest returns 404 for a catalog without a manifest of the deployment', async ({ manifest: { owner } }) => {
  const stranger = await givenManifest()

  for (const manifestId of ['12', 'latest', stranger.manifestId])
    expect(await refusalOf(push(owner, '{"nodes":{}}', manifestId))).toMatchObject({ status: 404, code: 'dbt_manifest_not_found' })
})

const gigabyte = 1_073_741_824

const pushId = async (owner: Actor, catalogOf?: string): Promise<string> => (await push(owner, undefined, catalogOf)).manifestId

/** A manifest that counts as so many bytes. */
const givenPushed = async (owner: Actor, bytes: number): Promise<string> => {
  const manifestId = await pushId(owner)
  await server.query('update dbt_manifests set size_bytes = $2 where id = $1', [manifestId, bytes])
  return manifestId
}

const keptBy = async ({ deploymentId }: Actor): Promise<string[]> => {
  const sql = 'select id::text from dbt_manifests where deployment_id = $1 order by id'
  return (await server.query<{ id: string }>(sql, [deploymentId])).map(({ id }) => id)
}

describe('a deployment that keeps 2 GB of what was pushed', () => {
  it('makes room with the oldest, as many as it takes and no more', async ({ owner }) => {
    await givenPushed(owner, 1000)
    await givenPushed(owner, gigabyte)
    const third = await givenPushed(owner, gigabyte - 1000)

    const fourth = await pushId(owner)

    expect(await keptBy(owner)).toEqual([third, fourth])
  })

  it('keeps what a sync waits for, and lets it go when that is over', async ({ owner }) => {
    const waitedFor = await givenPushed(owner, gigabyte)
    const other = await givenPushed(owner, gigabyte)
    const { syncJobId } = await start(owner, waitedFor)

    const first = await givenPushed(owner, gigabyte)
    expect(await keptBy(owner)).toEqual([waitedFor, first])
    await givenOutcome(server, owner, syncJobId, { status: 'COMPLETED' })
    const second = await pushId(owner)

    expect(await keptBy(owner)).toEqual([first, second])
    expect(await refusalOf(start(owner, other))).toMatchObject({ code: 'dbt_manifest_not_found' })
  })

  it('refuses more where syncs wait for all of it, with what to do, and keeps all', async ({ owner }) => {
    const kept = [await givenPushed(owner, gigabyte), await givenPushed(owner, gigabyte)]
    for (const manifestId of kept) await start(owner, manifestId)

    const refused = await refusalOf(pushId(owner))

    expect(refused).toMatchObject({ status: 409, code: 'dbt_manifest_limit' })
    expect(refused.message).toContain('2 of its manifests are kept for syncs that wait or run. Wait for some to end, or cancel them')
    expect(await keptBy(owner)).toEqual(kept)
  })

  it('counts catalogs, and never removes the manifest of the one that comes', async ({ owner }) => {
    const first = await givenPushed(owner, gigabyte)
    await pushId(owner, first)
    await server.query('update dbt_catalogs set size_bytes = $2 where manifest_id = $1', [first, gigabyte])
    const second = await pushId(owner)
    expect(await keptBy(owner)).toEqual([second])

    await server.query('update dbt_manifests set size_bytes = $2 where id = $1', [second, 2 * gigabyte])

    expect(await refusalOf(pushId(owner, second))).toMatchObject({ code: 'dbt_manifest_limit' })
    expect(await keptBy(owner)).toEqual([second])
  })

  it('leaves what was pushed to others alone', async () => {
    const [owner, stranger] = [await givenOwner(), await givenOwner()]
    const theirs = await givenPushed(stranger, 2 * gigabyte)

    await pushId(owner)

    expect(await keptBy(stranger)).toEqual([theirs])
  })

  it('comes to no more when several are pushed at once', async ({ owner }) => {
    await givenPushed(owner, gigabyte)
    await givenPushed(owner, gigabyte)

    await Promise.all(Array.from({ length: 6 }, () => push(owner)))

    const [row] = await server.query<{ bytes: string }>('select sum(size_bytes) as bytes from dbt_manifests where deployment_id = $1', [
      owner.deploymentId,
    ])
    expect(Number(row?.bytes)).toBeLessThan(2 * gigabyte)
  })
})
