import { describe, expect, it } from 'vitest'
import { givenReport, givenShareWith, useServer, personIdOf } from '#test'

const server = useServer('shared')

describe('refreshReport', () => {
  it('says who refreshed it, and changes nothing else of it', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const report = await givenReport(owner)
    const params = { deploymentId: owner.deploymentId, reportId: report.id }
    await expect(reader.api.refreshReport({ params })).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
    await givenShareWith(server, owner, report, reader)

    await reader.api.refreshReport({ params })

    const readerId = await personIdOf(reader)
    expect(await owner.api.getReport({ params })).toEqual({
      ...report,
      refreshedBy: readerId,
      refreshedByUser: { id: readerId, email: expect.any(String), firstName: null, picture: null },
    })
    expect(await owner.api.refreshReport({ params })).toMatchObject({ refreshedBy: await personIdOf(owner) })
  })
})
