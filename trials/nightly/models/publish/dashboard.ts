import type { Client } from '@facet/client'
import { type Answer, type Caller, createCaller } from '../../../harness/caller.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'

/** A workbook whose dashboard shows many reports. Each part contains a generation, which reveals a mixed version. */
export type Stage = {
  installation: Installation
  tenant: Tenant
  caller: Caller
  deploymentId: number
  workbookId: number
  reportIds: number[]
  /** A process that is not killed. */
  reader: FacetProcess
}

export const reportCount = 40

const position = { x: 0, y: 0, w: 6, h: 4 }

const configOf = (reportIds: number[], generation: number) => ({
  kind: 'CLASSIC' as const,
  title: `Generation ${generation}`,
  widgets: reportIds.map((reportId) => ({ id: `chart-${reportId}`, type: 'CHART' as const, position, config: { reportId, generation } })),
})

export const queryOf = (generation: number): string => JSON.stringify({ measures: [`orders.g${generation}`] })

const clientOf = ({ installation, tenant, reader }: Stage): Client => installation.client(reader, tenant)

/** Writes the draft and every report of the next generation. One statement changes all reports. */
export const writeGeneration = async (stage: Stage, generation: number): Promise<void> => {
  const { deploymentId, workbookId, reportIds, installation } = stage
  await clientOf(stage).updateWorkbookDashboard({
    params: { deploymentId, workbookId },
    body: { dashboardDraft: configOf(reportIds, generation) },
  })
  await installation.sql('update content_reports set json_query = $2, version = version + 1 where id = any($1::bigint[])', [
    reportIds,
    queryOf(generation),
  ])
}

export const openStage = async (installation: Installation, tenant: Tenant, reader: FacetProcess): Promise<Stage> => {
  const api = installation.client(reader, tenant)
  const { id: deploymentId } = await api.createDeployment({ body: newDeployment('Published') })
  const { id: workbookId } = await api.createWorkbook({ params: { deploymentId }, body: { name: 'Killed' } })
  const reportIds: number[] = []
  for (let made = 0; made < reportCount; made++)
    reportIds.push((await api.createReport({ params: { deploymentId }, body: { name: `Report ${made}`, workbookId } })).id)
  const stage = { installation, tenant, caller: createCaller(), deploymentId, workbookId, reportIds, reader }
  await writeGeneration(stage, 1)
  return stage
}

export const askAt = (
  { caller, tenant }: Stage,
  process: Pick<FacetProcess, 'url'>,
  path: string,
  sent?: { method: string; body: object },
): Promise<Answer> => caller.ask(process, { path, host: tenant.host, authorization: `Bearer ${tenant.adminKey}`, ...sent })

export const dashboardPath = ({ deploymentId, workbookId }: Stage): string => `/api/v1/deployments/${deploymentId}/workbooks/${workbookId}`

export const publish = (stage: Stage, process: Pick<FacetProcess, 'url'>): Promise<Answer> =>
  askAt(stage, process, `${dashboardPath(stage)}/publish`, { method: 'POST', body: { workbookId: stage.workbookId } })
