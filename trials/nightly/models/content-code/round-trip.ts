import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@facet/client'
import type { ContentPlan } from '@facet/contract'
import { newDeployment } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'
import { archiveOf, filesIn } from './archive.ts'

export type Ground = {
  installation: Installation
  process: FacetProcess
  api: Client
  headers: Record<string, string>
  deploymentId: number
}

export const openGround = async (installation: Installation, tenant: Tenant, process: FacetProcess, name: string): Promise<Ground> => {
  const api = installation.client(process, tenant)
  const { id: deploymentId } = await api.createDeployment({ body: newDeployment(name) })
  const headers = { authorization: `Bearer ${tenant.adminKey}`, 'x-forwarded-host': tenant.host, 'x-forwarded-proto': 'https' }
  return { installation, process, api, headers, deploymentId }
}

export const exportFrom = async ({ api, deploymentId }: Ground): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of api.exportContent({ params: { deploymentId } })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Imports an archive. Returns the counts of the plan. Uses no client, because fetch times out after five minutes. */
export const importInto = async (ground: Ground, archive: Buffer, query = ''): Promise<ContentPlan['counts']> => {
  const head = '--part\r\nContent-Disposition: form-data; name="file"; filename="content.tar"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), archive, Buffer.from('\r\n--part--\r\n')])
  const sent = request(`${ground.process.url}/api/v1/deployments/${ground.deploymentId}/content/import${query}`, {
    method: 'POST',
    headers: { ...ground.headers, 'content-type': 'multipart/form-data; boundary=part', 'content-length': body.length },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`The import was answered with ${answer.statusCode}: ${said.slice(0, 500)}`)
  return (JSON.parse(said) as ContentPlan).counts
}

const deleteAll = ({ installation, deploymentId }: Ground) =>
  installation.sql('delete from content_items where deployment_id = $1', [deploymentId])

/** The file without the fields that an export adds. */
const said = ({ revision: _revision, owner: _owner, grants, ...rest }: Record<string, unknown>) => ({
  ...rest,
  grants: Array.isArray(grants) && grants.length > 0 ? grants : undefined,
})

const isSaid = (archive: Buffer, files: ReadonlyMap<string, object>): boolean => {
  const found = filesIn(archive)
  const isSame = (path: string, file: object): boolean =>
    isDeepStrictEqual(said(found.get(path) ?? {}), said(file as Record<string, unknown>))
  const area = [...found.values()].find(({ path }) => isDeepStrictEqual(path, ['Area']))
  const isShared = isDeepStrictEqual(area?.['grants'], [{ to: 'organization', level: 'view' }])
  return isShared && [...files].every(([path, file]) => path.startsWith('folders/') || isSame(path, file))
}

const isOrdered = (archive: Buffer): boolean => {
  const paths = [...filesIn(archive).keys()]
  return paths.every((path, index) => index === 0 || (paths[index - 1] ?? '') < path)
}

/** Imports this many items, exports, deletes and imports them again. Returns what went wrong. */
export const roundTrip = async (ground: Ground, items: number, say: (line: string) => void) => {
  const { installation, deploymentId } = ground
  const wrong: string[] = []
  const hold = (what: string, isRight: boolean): void => void (isRight || wrong.push(what))
  const { bytes, files } = archiveOf(items)
  const made = await importInto(ground, bytes)
  hold('every item is created', made.create === files.size)
  const first = await exportFrom(ground)
  hold('an export contains what was imported', isSaid(first, files))
  hold('files are ordered by name', isOrdered(first))
  say(`${files.size} items are an archive of ${Math.round(first.length / 1_048_576)} MB`)
  await deleteAll(ground)
  await importInto(ground, first)
  const second = await exportFrom(ground)
  hold('an import restores deleted items byte for byte', first.equals(second))
  const again = await importInto(ground, first)
  hold('a repeated import changes nothing', again.unchanged === filesIn(first).size - 1)
  await installation.sql(
    `update content_items set name = 'By hand', sort_name = 'by hand' where deployment_id = $1 and name = 'Workbook 0'`,
    [deploymentId],
  )
  const plan = await importInto(ground, first, '?dryRun=true')
  hold('a manual edit is a conflict', plan.conflict === 1)
  const refused = await importInto(ground, first).then(
    () => false,
    () => true,
  )
  hold('a conflict is refused', refused)
  return { items: files.size, archiveMb: Math.round(first.length / 1_048_576), wrong }
}
