import type { Client } from '@facet/client'

const query = {
  measures: ['sales.revenue', 'sales.orders_count'],
  dimensions: ['sales.products_category'],
  order: { 'sales.revenue': 'desc' },
}

const place = (y: number, h: number) => ({ x: 0, y, w: 12, h })

/** A dashboard over the demo model (`pnpm stack up --demo`) that all customers may see, each with its own rows. Doing it again changes nothing. */
export const publishSales = async (api: Client, deploymentId: number): Promise<string> => {
  const workbook = await api.upsertWorkbookBySlug({ params: { deploymentId, slug: 'example-sales' }, body: { name: 'Example: sales' } })
  const report = await api.upsertReportByPublicId({
    params: { deploymentId, publicId: 'exampleSales' },
    body: { name: 'Sales by category', workbookId: workbook.id, jsonQuery: JSON.stringify(query) },
  })
  const params = { deploymentId, workbookId: workbook.id }
  const { publicId } = await api.publishDashboard({
    params,
    body: {
      workbookId: workbook.id,
      allowEmbed: true,
      config: {
        kind: 'CLASSIC',
        title: 'Sales',
        widgets: [
          { id: 'channel', type: 'FILTER', position: place(0, 1), config: { member: 'sales.channel', label: 'Channel' } },
          { id: 'by-category', type: 'CHART', position: place(1, 6), config: { reportId: report.id } },
        ],
      },
    },
  })
  await api.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
  return publicId
}
