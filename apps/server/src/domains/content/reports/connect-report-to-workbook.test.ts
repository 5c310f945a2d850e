import { describe, expect, it } from 'vitest'
import { givenReport, givenShareWith, itRefusesBodies, useServer } from '#test'

const server = useServer('shared')

describe('connectReportToWorkbook', () => {
  itRefusesBodies(server, 'connectReportToWorkbook', [
    [undefined, '/body/externalWorkbookId'],
    [{ externalWorkbookId: 'sheet' }, '/body/resultLocation'],
    [{ externalWorkbookId: '', resultLocation: 'A1' }, '/body/externalWorkbookId'],
  ])

  it('sets the placement of one spreadsheet for whoever can view the report, and leaves the others', async () => {
    const owner = await server.admin()
    const reader = await server.colleague(owner, { role: 'Viewer' })
    const report = await givenReport(owner)
    const params = { deploymentId: owner.deploymentId, reportId: report.id }
    const connect = (externalWorkbookId: string, resultLocation: string, endResultCell?: string) =>
      reader.api.connectReportToWorkbook({
        params,
        body: { externalWorkbookId, resultLocation, ...(endResultCell === undefined ? {} : { endResultCell }) },
      })
    await expect(connect('one', 'A1')).rejects.toMatchObject({ status: 404, code: 'report_not_found' })
    await givenShareWith(server, owner, report, reader)

    await connect('one', 'A1', 'B2')
    await connect('two', 'C3')
    await connect('one', 'D4')

    expect(await owner.api.getReport({ params })).toEqual({
      ...report,
      externalWorkbookId: 'one',
      resultLocation: 'D4',
      endResultCell: null,
      externalWorkbookPlacements: [
        { workbookId: 'one', resultLocation: 'D4', endResultCell: null },
        { workbookId: 'two', resultLocation: 'C3', endResultCell: null },
      ],
    })
  })

  it('takes a thousand spreadsheets and no more', async () => {
    const owner = await server.admin()
    const { id: reportId } = await givenReport(owner)
    const params = { deploymentId: owner.deploymentId, reportId }
    await server.database().query(
      `insert into report_placements (tenant_id, report_id, external_workbook_id, result_location)
       select $1, $2, 'sheet ' || n, 'A1' from generate_series(1, 1000) n`,
      [owner.tenantId, reportId],
    )
    const connect = (externalWorkbookId: string) =>
      server.outcome(owner, 'connectReportToWorkbook', { params, body: { externalWorkbookId, resultLocation: 'B2' } })

    expect(await connect('sheet 1001')).toEqual({ status: 400, code: 'invalid_request' })
    expect(await connect('sheet 1')).toMatchObject({ status: 200 })
  })
})
