import { describe, expect, it } from 'vitest'
import type { WorkspaceAccess } from '#domains/content/items'
import { type Actor, givenDeployments, givenFolder, givenReport, givenShareWith, givenWorkbook, startTogether, useServer } from '#test'
import { lockPublicId } from './report-queries.ts'

const server = useServer('shared')
const publicId = 'k3V9qdLm20Za'
const taken = { status: 409, code: 'public_id_taken' }

type Body = Parameters<Actor['api']['upsertReportByPublicId']>[0]['body']

const upsert = ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, body: Body) =>
  api.upsertReportByPublicId({ params: { deploymentId, publicId }, body })

describe('upsertReportByPublicId', () => {
  it('creates, changes what is sent, and does nothing when it is so already', async () => {
    const owner = await server.admin()
    const workbook = (await givenWorkbook(owner, { folderId: (await givenFolder(owner)).id })).workbook
    const body = {
      name: 'Revenue',
      title: 'Money',
      meta: { a: 1 },
      source: 'D3' as const,
      workbookId: workbook.id,
      folderId: null,
      publicId,
    }

    const created = await upsert(owner, body)
    const again = await upsert(owner, body)
    const changed = await upsert(owner, { title: 'Revenue', source: 'EXCEL' })

    expect(created).toMatchObject({ publicId, name: 'Revenue', title: 'Money', source: 'D3', workbookId: workbook.id, version: 1 })
    expect(again).toEqual(created)
    expect(changed).toMatchObject({ id: created.id, name: 'Revenue', title: 'Revenue', meta: { a: 1 }, source: 'D3', version: 2 })
    const dids = (await owner.api.listAuditLogs({ query: { first: 3 } })).items.map(({ targets }) => targets[0]?.did)
    expect(dids).toEqual(['updated', 'unchanged', 'created'])
  })

  it('refuses another public id in the body', async () => {
    const owner = await server.admin()

    await expect(upsert(owner, { publicId: 'aaaaaaaaaaaa' })).rejects.toMatchObject({ status: 400, code: 'public_id_fixed' })
  })

  it('refuses an id of another deployment, and of a report that the caller may not see', async () => {
    const owner = await server.admin()
    const explorer = await server.colleague(owner, { role: 'Explorer' })
    const [other = 0] = await givenDeployments(owner, 'Second')
    const report = await givenReport(owner, { publicId })

    await expect(upsert({ ...owner, deploymentId: other }, {})).rejects.toMatchObject(taken)
    await expect(upsert(explorer, {})).rejects.toMatchObject(taken)
    await givenShareWith(server, owner, report, explorer)
    await expect(upsert(explorer, {})).rejects.toMatchObject({ status: 403, code: 'item_access_denied' })
  })

  it('lets one of two create it, and tells the other to repeat', async () => {
    const owner = await server.admin()
    const send = (name: string) => () =>
      server.outcome(owner, 'upsertReportByPublicId', { params: { deploymentId: owner.deploymentId, publicId }, body: { name } })

    // Both have found nothing when they come to the lock.
    const answers = await startTogether(server, owner, [send('One'), send('Two')], (db) =>
      lockPublicId(db, { tenantId: owner.tenantId, deploymentId: owner.deploymentId } as WorkspaceAccess, publicId),
    )

    expect(answers.toSorted((a, b) => a.status - b.status).map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [409, 'upsert_branch_changed'],
    ])
    expect((await owner.api.getReports({ params: { deploymentId: owner.deploymentId } })).items).toHaveLength(1)
  })
})
