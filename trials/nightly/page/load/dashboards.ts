import type { Client } from '@facet/client'
import type { publishDashboard, Static } from '@facet/contract'
import { heldMeasure } from './engine.ts'

type Config = NonNullable<Static<(typeof publishDashboard)['body']>['config']>
type Widget = NonNullable<Config['widgets']>[number]
type Meta = { kind: 'vega' | 'kpi' | 'table'; spec?: object }

/** A dashboard for every embed user. `charts`: how many it draws. `others`: selectors of its other widgets. */
export type Board = { publicId: string; charts: number; others: readonly string[] }

const dimension = 'orders.status'

const bar = (measure: string): Meta => ({
  kind: 'vega',
  spec: {
    mark: 'bar',
    encoding: { x: { field: dimension, type: 'nominal' }, y: { field: measure, type: 'quantitative' } },
  },
})

const place = (at: number) => ({ x: (at % 2) * 6, y: Math.floor(at / 2) * 4, w: 6, h: 4 })

type Report = { measure: string; meta: Meta }

const chartOf = (measure: string): Report => ({ measure, meta: bar(measure) })
const numberOf = (measure: string): Report => ({ measure, meta: { kind: 'kpi', spec: { blocks: [{ type: 'number', member: measure }] } } })
const tableOf = (measure: string): Report => ({ measure, meta: { kind: 'table' } })

const publish = async (client: Client, deploymentId: number, reports: readonly Report[], more: readonly Widget[] = []): Promise<string> => {
  const { id: workbookId } = await client.createWorkbook({ params: { deploymentId }, body: { name: 'Orders' } })
  const widgets: Widget[] = []
  for (const [at, { measure, meta }] of reports.entries()) {
    const jsonQuery = JSON.stringify({ measures: [measure], dimensions: [dimension] })
    const { id: reportId } = await client.createReport({ params: { deploymentId }, body: { name: measure, workbookId, jsonQuery, meta } })
    widgets.push({ id: `widget-${at}`, type: 'CHART', position: place(at), config: { reportId } })
  }
  const params = { deploymentId, workbookId }
  const config: Config = { kind: 'CLASSIC', title: 'Orders', widgets: [...widgets, ...more] }
  const { publicId } = await client.publishDashboard({ params, body: { workbookId, config, allowEmbed: true } })
  await client.updateEmbedAccess({ params, body: { allEmbedUsers: true, action: 'read' } })
  return publicId
}

/** Four visible charts, one with the slow query. */
export const publishCharts = async (client: Client, deploymentId: number): Promise<Board> => {
  const measures = [heldMeasure, 'orders.count', 'orders.total', 'orders.items']
  return { publicId: await publish(client, deploymentId, measures.map(chartOf)), charts: measures.length, others: [] }
}

/** A number, a table and a text. */
export const publishWithoutCharts = async (client: Client, deploymentId: number): Promise<Board> => {
  const text: Widget = { id: 'text', type: 'TEXT', position: { x: 0, y: 4, w: 12, h: 2 }, config: { text: '**Read this**' } }
  const publicId = await publish(client, deploymentId, [numberOf('orders.count'), tableOf('orders.total')], [text])
  return { publicId, charts: 0, others: ['[data-widget=widget-0] strong', '[data-widget=widget-1] table', '[data-widget=text] strong'] }
}
