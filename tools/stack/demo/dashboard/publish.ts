import type { Client } from '@facet/client'
import { companies } from '../companies.ts'
import { demoConfig } from './config.ts'
import { type DemoReport, type DemoReportName, reports } from './reports.ts'

const saveReport = async (client: Client, deploymentId: number, workbookId: number, report: DemoReport): Promise<number> => {
  const { name, publicId, title, query, meta } = report
  const saved = await client.upsertReportByPublicId({
    params: { deploymentId, publicId },
    body: { name, title, workbookId, jsonQuery: JSON.stringify(query), meta },
  })
  return saved.id
}

/** The workbook of the demo with its reports, and its dashboard published for frames. Doing it again changes nothing. */
export const publishDemoDashboard = async (client: Client, deploymentId: number): Promise<string> => {
  const params = { deploymentId, slug: 'demo-sales' }
  const { id: workbookId } = await client.upsertWorkbookBySlug({ params, body: { name: 'Sales' } })
  const ids = new Map<string, number>()
  for (const [key, report] of Object.entries(reports)) ids.set(key, await saveReport(client, deploymentId, workbookId, report))
  const config = demoConfig((name: DemoReportName) => ids.get(name) ?? 0)
  const { publicId } = await client.publishDashboard({
    params: { deploymentId, workbookId },
    body: { workbookId, config, allowEmbed: true },
  })
  for (const { embedTenantName } of companies)
    await client.updateEmbedAccess({ params: { deploymentId, workbookId }, body: { embedTenantName, action: 'read' } })
  return publicId
}
