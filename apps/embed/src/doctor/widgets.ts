import type { Ask } from './ask.ts'
import { bad, type Finding, good, note } from './finding.ts'

export type ShownDashboard = { versionId: number; config: { widgets?: { id: string; type: string }[] } | null }

type Line =
  | { type: 'data'; widgetIds: string[]; rowCount: number }
  | { type: 'failed'; widgetIds: string[]; code: string; requestId: string }
  | { type: 'controls' | 'waiting' | 'ended' }

/** Codes that say what the user may not see; everything else that fails is a defect of the query, the data or the service. */
const byPolicy = new Set(['member_denied', 'cube_without_access_policy', 'scope_missing'])

const judgeLine = (line: Line): Finding[] => {
  if (line.type === 'data')
    return line.widgetIds.map((id) =>
      line.rowCount > 0
        ? good(`Widget ${id}`, 'It has data.')
        : note(`Widget ${id}`, 'It is empty: no row passes its filters and the row filters that the model has for this user.'),
    )
  if (line.type !== 'failed') return []
  const { code, requestId } = line
  return line.widgetIds.map((id) =>
    byPolicy.has(code)
      ? bad(`Widget ${id}`, `Empty by policy (${code}): this user may not see what it asks for. Request ${requestId}.`)
      : bad(`Widget ${id}`, `Failed with ${code}. Request ${requestId}.`),
  )
}

/** How the data of each chart comes out, and nothing of the data itself. */
export const askWidgets = async (ask: Ask, token: string, publicId: string, { versionId, config }: ShownDashboard): Promise<Finding[]> => {
  const widgetIds = (config?.widgets ?? []).filter(({ type }) => type === 'CHART').map(({ id }) => id)
  if (widgetIds.length === 0) return [note('Widgets', 'The dashboard has none with data.')]
  const findings: Finding[] = []
  try {
    const lines = ask.lines('the data of the widgets', `/api/v1/embed/dashboard/${encodeURIComponent(publicId)}/data`, {
      method: 'POST',
      body: JSON.stringify({ versionId, widgetIds }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    for await (const line of lines) findings.push(...judgeLine(line as Line))
  } catch (error) {
    findings.push(bad('Widgets', (error as Error).message))
  }
  return findings
}
