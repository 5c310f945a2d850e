import { FacetFailure } from '@facet/client'
import type { WidgetAttack } from './attack.ts'
import type { Stage, World } from './stage.ts'

export const savingGuard = 'charts are checked when saved'

/** Those of the charts that an author can save. */
export const saveCharts = async (stage: Stage, world: World, attacks: readonly WidgetAttack[]): Promise<string[]> => {
  const { installation, tenant, canary, embedding } = stage
  const api = installation.client(world.service, tenant)
  const saved: string[] = []
  for (const { name, guards, widget } of attacks) {
    if (!guards.includes(savingGuard)) continue
    const of = widget({ canary: canary.origin, datagrams: canary.datagrams })
    if (!('report' in of)) continue
    const meta = { kind: of.report.kind, spec: of.report.spec }
    try {
      await api.createReport({ params: { deploymentId: embedding.deploymentId }, body: { name, meta } })
      saved.push(name)
    } catch (error) {
      if (!(error instanceof FacetFailure) || error.code !== 'chart_not_allowed') throw error
    }
  }
  return saved
}
