import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Actor, refusalOf, setVariables, syncSettings, useServer, useSyncs } from '#test'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const push = ({ api, deploymentId }: Actor, content: string | Uint8Array<ArrayBuffer>, catalogOf?: string) =>
  api.uploadDbtManifest({ params: { deploymentId }, body: { catalogOf }, file: new Blob([content]) })

const givenManifest = async (): Promise<{ owner: Actor; manifestId: string }> => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
  return { owner, manifestId: (await push(owner, '{"nodes":{}}')).manifestId }
}

it('is read with its manifest, packed or not, and another takes its place', async () => {
  const { owner, manifestId } = await givenManifest()
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
  const rows = await server.database().query('select tenant_id from dbt_catalogs where manifest_id = $1', [manifestId])
  expect(rows).toHaveLength(1)
})

it('is the one of several that come at the same moment, of which none fails', async () => {
  const { owner, manifestId } = await givenManifest()
  const contents = Array.from({ length: 8 }, (_, number) => `{"nodes":{"n":${number}}}`)

  await Promise.all(contents.map((content) => push(owner, content, manifestId)))

  const { artifacts } = await syncs.runPushed(owner, manifestId)
  expect(contents).toContain(artifacts['catalog.json'])
})

it('goes with its manifest, and its object is left to the collector', async () => {
  const { owner, manifestId } = await givenManifest()
  await push(owner, '{"nodes":{"a":1}}', manifestId)
  const query = (sql: string) => server.database().query<{ key: string }>(sql, [manifestId])
  const [catalog] = await query('select object_key as key from dbt_catalogs where manifest_id = $1')

  await query('delete from dbt_manifests where id = $1')

  expect(await query('select object_key as key from dbt_catalogs where manifest_id = $1')).toEqual([])
  const due = await server.database().query('select key from unreferenced_objects where key = $1', [catalog?.key])
  expect(due).toHaveLength(1)
})

it('is refused without a manifest of this deployment', async () => {
  const { owner } = await givenManifest()
  const stranger = await givenManifest()

  for (const manifestId of ['12', 'latest', stranger.manifestId])
    expect(await refusalOf(push(owner, '{"nodes":{}}', manifestId))).toMatchObject({ status: 404, code: 'dbt_manifest_not_found' })
})
