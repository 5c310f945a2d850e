import { gzipSync } from 'node:zlib'
import { pushedFileLimits } from '@facet/contract'
import { conversionLimits } from '@facet/dbt-convert'
import { describe, expect, it } from 'vitest'
import { SyncProblem } from '#engine/dbt'
import { type Actor, refusalOf, send, setVariables, syncSettings, useServer, useSyncs } from '#test'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const push = ({ api, deploymentId }: Actor, content: string | Uint8Array<ArrayBuffer> = '{"nodes":{}}') =>
  api.uploadDbtManifest({ params: { deploymentId }, body: {}, file: new Blob([content]) })
const packed = (content: string) => new Uint8Array(gzipSync(content))
const start = ({ api, deploymentId }: Actor, manifestId: string) => api.startDbtSync({ params: { deploymentId }, body: { manifestId } })
const givenOwner = async (): Promise<Actor> => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
  return owner
}

describe('uploadDbtManifest', () => {
  it('keeps what was sent, and a sync is made of it without a repository', async () => {
    const owner = await givenOwner()
    const { manifestId, sizeBytes } = await push(owner)
    expect(sizeBytes).toBe(12)

    expect(await syncs.runPushed(owner, manifestId)).toMatchObject({ artifacts: { 'manifest.json': '{"nodes":{}}' } })

    expect(syncs.taken.filter((step) => step !== 'convert')).toEqual(['publish'])
    const [run] = (await owner.api.listDbtSyncs({ params: owner })).items
    expect(run?.phases?.map(({ phase }) => phase)).toEqual(['convert', 'publish'])
  })

  it('has nothing of the deployment searched for in what is made of it: the refusal would tell that a guess was right', async () => {
    const owner = await givenOwner()
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

  it('keeps a packed file as it came, counts what it unpacks to, and a sync reads that', async () => {
    const owner = await givenOwner()
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

  it('lets no sync be started from the manifest of another tenant, nor of another deployment', async () => {
    const owner = await givenOwner()
    const { manifestId } = await push(owner)
    const { id } = await owner.api.createDeployment({
      body: {
        name: 'Second',
        cloudProvider: 'cubecloud',
        isManaged: true,
        region: 'local',
        targetPlatform: 'aws',
        creationStep: 'project',
      },
    })
    const second = { ...owner, deploymentId: id }
    await setVariables(second, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })

    expect(await refusalOf(start(await givenOwner(), manifestId))).toMatchObject({ code: 'dbt_manifest_not_found' })
    expect(await refusalOf(start(second, manifestId))).toMatchObject({ code: 'dbt_manifest_not_found' })
  })
})
