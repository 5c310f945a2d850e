import { type OperationShape, operations } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Actor, enterDevMode, useServer } from '#test'

const server = useServer()

type RequestPart = 'params' | 'query' | 'body'

const branchFields = new Set(['branchName', 'branchId', 'from', 'base'])
// There `from` is the number of a version.
const ofVersions = new Set(['compareDashboardVersions'])

/** Every way the contract has to say which branch is meant. */
const doors = (Object.values(operations) as OperationShape[]).flatMap((operation) =>
  (['params', 'query', 'body'] as const).flatMap((part: RequestPart) =>
    Object.keys(operation[part] && 'properties' in operation[part] ? (operation[part].properties as object) : {})
      .filter((field) => branchFields.has(field) && operation.reach === 'deployment' && !ofVersions.has(operation.id))
      .map((field) => [`${operation.id} ${part}.${field}`, operation, part, field] as const),
  ),
)

type Named = { branchName: string; branchId: number }

/** The example of the contract, on this branch by this one field and on no other by another. */
const inputOf = (operation: OperationShape, at: RequestPart, deploymentId: number, part: RequestPart, field: string, named: Named) => {
  const { branchName: _, ...example } = { ...(operation.example[at] as { branchName?: string } | undefined) }
  const isHere = at === part
  return {
    ...example,
    ...(at === 'params' && { deploymentId }),
    ...(at === 'params' && operation.path.includes('{branchName}') && { branchName: 'main' }),
    ...(isHere && { [field]: field === 'branchId' ? named.branchId : named.branchName }),
  } as Record<string, string | number>
}

const call = async (operation: OperationShape, part: RequestPart, field: string, { deploymentId, ...actor }: Actor, named: Named) => {
  const sent = (at: RequestPart) => inputOf(operation, at, deploymentId, part, field, named)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent('params')[name])))
  const parts = operation.query ? Object.entries(sent('query')).map(([name, value]): [string, string] => [name, String(value)]) : []
  const query = new URLSearchParams(parts).toString()
  const response = await server.request(actor, `${path}?${query}`, {
    method: operation.method,
    ...(operation.body && operation.method !== 'GET' ? { json: sent('body') } : {}),
  })
  return { status: response.status, text: await response.text() }
}

describe('a personal branch of somebody else', () => {
  // Its branch is that of the upload, which is opened by startUpload; the test of uploads shows that of both.
  const ofUploads = new Set(['uploadFile', 'finishUpload', 'receivePushNotice'])
  // Clients wait for a build by it, and stop at the words it has for a branch that is not there.
  const answersAll = new Set(['buildStatus'])

  it.each(doors.filter(([, { id }]) => !ofUploads.has(id)))('is kept from colleagues by %s', async (_, operation, part, field) => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Admin' })
    const branchName = await enterDevMode(owner)
    const { items } = await owner.api.listBranches({ params: { deploymentId: owner.deploymentId } })
    const named = { branchName, branchId: items.find(({ name }) => name === branchName)?.id ?? 0 }

    const theirs = await call(operation, part, field, colleague, named)

    expect(theirs).toMatchObject(
      answersAll.has(operation.id)
        ? { status: 200, text: expect.stringContaining('Bad branch') }
        : { status: 403, text: expect.stringContaining('not_own_branch') },
    )
    const own = await call(operation, part, field, owner, named)
    expect(own.text).not.toMatch(/not_own_branch|branch_not_found/)
  })

  it('cannot be made the deploy branch, which everybody reads', async () => {
    const owner = await server.admin()
    const colleague = await server.colleague(owner, { role: 'Admin' })
    const branchName = await enterDevMode(owner)
    const { deploymentId } = owner

    const change = colleague.api.updateDeployment({ params: { deploymentId }, body: { deployBranchName: branchName } })

    await expect(change).rejects.toMatchObject({ status: 400, errors: [{ pointer: '/body/deployBranchName' }] })
  })
})
