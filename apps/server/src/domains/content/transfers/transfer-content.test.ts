import { describe, expect } from 'vitest'
import { lazyTransaction } from '#db'
import { consoleWorkspace, lockTree } from '#domains/content/items'
import {
  type Actor,
  givenCreator,
  givenDeployments,
  givenFolder,
  givenReportOf,
  givenServiceAccount,
  givenShareWith,
  givenUser,
  givenWorkbook,
  itRefusesBodies,
  personIdOf,
  useServer,
  waitingBackends,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('leaver', ({ owner }) => givenLeaver(owner))

type Sent = { fromUserId: number | null; toUserId: number; dryRun?: boolean }

const transfer = ({ api, deploymentId }: Actor, body: Sent) => api.transferContent({ params: { deploymentId }, body })
const outcome = (caller: Actor, body: Sent, deploymentId = caller.deploymentId) =>
  server.outcome(caller, 'transferContent', { params: { deploymentId }, body })

/** Somebody who leaves, with a folder, a workbook in it and a report of that. */
const givenLeaver = async (owner: Actor) => {
  const leaver = await server.colleague(owner, { role: 'Explorer' })
  const folder = await givenFolder(leaver)
  const { workbook, params } = await givenWorkbook(leaver, { folderId: folder.id })
  const reportId = await givenReportOf(leaver, params)
  return { leaver, leaverId: await personIdOf(leaver), folder, workbook, reportId, params }
}

describe('transferContent', () => {
  itRefusesBodies(server, 'transferContent', [
    [{ toUserId: 1 }, '/body/fromUserId'],
    [{ fromUserId: 1, toUserId: null }, '/body/toUserId'],
    [{ fromUserId: 1, toUserId: 2, dryRun: 'yes' }, '/body/dryRun'],
  ])

  it('previews in a dry run, then transfers once', async ({ owner, leaver: { leaver, leaverId, folder, workbook, reportId, params } }) => {
    const receiver = await server.colleague(owner, { role: 'Explorer' })
    const body = { fromUserId: leaverId, toUserId: await personIdOf(receiver) }
    const all = {
      folders: 1,
      workbooks: 1,
      reports: 1,
      sample: [
        { type: 'FOLDER', id: folder.id },
        { type: 'WORKBOOK', id: workbook.id },
        { type: 'REPORT', id: reportId },
      ],
    }
    const before = await leaver.api.getWorkbook({ params })

    expect(await transfer(owner, { ...body, dryRun: true })).toEqual({ isDryRun: true, ...all })
    expect(await leaver.api.getWorkbook({ params })).toEqual(before)
    expect(await transfer(owner, body)).toEqual({ isDryRun: false, ...all })
    const [entry] = (await owner.api.listAuditLogs({ query: { first: 1 } })).items
    expect(entry?.targets).toEqual([
      { kind: 'user', id: String(body.toUserId), did: 'transferred' },
      { kind: 'user', id: String(leaverId) },
      { kind: 'deployment', id: String(owner.deploymentId) },
    ])
    await expect(leaver.api.getWorkbook({ params })).rejects.toMatchObject({ status: 404 })
    const after = await receiver.api.getWorkbook({ params })
    expect([after.createdBy, after.updatedAt]).toEqual([before.createdBy, before.updatedAt])
    expect(await transfer(owner, body)).toEqual({ isDryRun: false, folders: 0, workbooks: 0, reports: 0, sample: [] })
  })

  it('leaves the former owner what was granted', async ({ owner, leaver: { leaver, leaverId, folder, params } }) => {
    await givenShareWith(server, owner, folder, leaver, 'view')

    await transfer(owner, { fromUserId: leaverId, toUserId: await personIdOf(owner) })

    expect(await leaver.api.getWorkbook({ params })).toMatchObject({ id: params.workbookId })
    await expect(leaver.api.deleteWorkbook({ params })).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
  })

  it('hands over what nobody owns, or what one who is gone has left', async ({ owner }) => {
    const [first, second] = [await givenLeaver(owner), await givenLeaver(owner)]
    await givenFolder(owner)
    const account = await givenServiceAccount(server, owner, 'Explorer')
    for (const { leaverId } of [first, second]) await owner.api.deleteUser({ params: { userId: leaverId } })

    expect(await transfer(owner, { fromUserId: first.leaverId, toUserId: account.serviceAccountId })).toMatchObject({
      folders: 1,
      workbooks: 1,
    })
    expect(await account.api.getWorkbook({ params: first.params })).toMatchObject({ id: first.workbook.id })
    const rest = await transfer(owner, { fromUserId: null, toUserId: await personIdOf(owner) })
    expect(rest).toMatchObject({ folders: 1, workbooks: 1, reports: 1, sample: [{ id: second.folder.id }, {}, {}] })
  })

  it('is in the trail by who receives, a service account too, and as nothing when it is dry', async ({ owner, leaver: { leaverId } }) => {
    const account = await givenServiceAccount(server, owner, 'Explorer')
    const body = { fromUserId: leaverId, toUserId: account.serviceAccountId }
    const lastTarget = async () => (await owner.api.listAuditLogs({ query: { first: 1 } })).items[0]?.targets[0]
    const receiver = { kind: 'service_account', id: String(account.serviceAccountId) }

    await transfer(owner, { ...body, dryRun: true })
    expect(await lastTarget()).toEqual({ ...receiver, did: 'unchanged' })
    await transfer(owner, body)
    expect(await lastTarget()).toEqual({ ...receiver, did: 'transferred' })
  })

  it('waits for a concurrent change of the tree', async ({ owner }) => {
    const { tenantId, deploymentId } = owner
    const { leaverId } = await givenLeaver(owner)
    const other = lazyTransaction(server.services().pool, tenantId, 'read write')
    await lockTree(other.db, { tenantId, deploymentId, embedTenantId: consoleWorkspace })

    const done = transfer(owner, { fromUserId: leaverId, toUserId: await personIdOf(owner) })
    await expect.poll(() => waitingBackends(server.database()), { timeout: 30_000 }).toHaveLength(1)
    await other.commit()

    expect(await done).toMatchObject({ folders: 1 })
  })

  it('does not know somebody who is gone and has left something elsewhere alone', async ({ owner }) => {
    const [elsewhere = 0] = await givenDeployments(owner, 'Second')
    const leaver = await server.colleague(owner, { role: 'Explorer' })
    const fromUserId = await personIdOf(leaver)
    await givenFolder({ ...leaver, deploymentId: elsewhere })
    await owner.api.deleteUser({ params: { userId: fromUserId } })
    const body = { fromUserId, toUserId: await personIdOf(owner) }

    expect(await outcome(owner, body)).toEqual({ status: 404, code: 'user_not_found' })
    expect(await outcome(owner, body, elsewhere)).toMatchObject({ status: 200, body: { folders: 1 } })
  })

  it('leaves other deployments and what creators own', async ({ owner }) => {
    const [elsewhere = 0] = await givenDeployments(owner, 'Second')
    const { id: folderId } = await givenFolder({ ...owner, deploymentId: elsewhere })
    const creator = await givenCreator(server, owner)
    await givenFolder(creator)
    const toUserId = await givenUser(owner)

    expect(await transfer(owner, { fromUserId: await personIdOf(owner), toUserId })).toMatchObject({ folders: 0 })
    expect(await transfer(owner, { fromUserId: null, toUserId })).toMatchObject({ folders: 0 })
    expect(await outcome(owner, { fromUserId: await personIdOf(creator), toUserId })).toEqual({ status: 404, code: 'user_not_found' })
    expect((await owner.api.getFolders({ params: { deploymentId: elsewhere } })).items).toMatchObject([{ id: folderId }])
  })

  it('refuses one user for both, users that are not there, and a receiver who is deactivated', async ({ owner, stranger }) => {
    const [fromUserId, toUserId] = [await givenUser(owner), await givenUser(owner)]
    const missing = { status: 404, code: 'user_not_found' }

    expect(await outcome(owner, { fromUserId, toUserId: fromUserId })).toEqual({ status: 400, code: 'transfer_to_self' })
    for (const id of [await givenUser(stranger), Number.MAX_SAFE_INTEGER]) {
      expect(await outcome(owner, { fromUserId, toUserId: id })).toEqual(missing)
      expect(await outcome(owner, { fromUserId: id, toUserId })).toEqual(missing)
    }
    await owner.api.updateUser({ params: { userId: toUserId }, body: { isDeactivated: true } })
    expect(await outcome(owner, { fromUserId, toUserId })).toEqual(missing)
  })

  it('is for administrators, of the tenant or of the deployment', async ({ owner }) => {
    const [elsewhere = 0] = await givenDeployments(owner, 'Second')
    const { leaverId } = await givenLeaver(owner)
    const body = { fromUserId: leaverId, toUserId: await personIdOf(owner) }

    expect(await outcome(await server.colleague(owner, { role: 'Developer' }), body)).toEqual({ status: 403, code: 'forbidden' })
    const other = await server.colleague(owner, { role: 'Admin', deploymentIds: [elsewhere] })
    expect(await outcome(other, body)).toEqual({ status: 404, code: 'deployment_not_found' })
    const own = await server.colleague(owner, { role: 'Admin', deploymentIds: [owner.deploymentId] })
    expect(await outcome(own, body)).toMatchObject({ status: 200, body: { workbooks: 1 } })
  })
})
