import { getDashboard } from '@facet/contract'
import { type DataTarget, type EmbedGrant, requireCaller } from '#access'
import type { ReadingContext } from '#context'
import type { DashboardRow } from '#domains/content/dashboards'
import { dashboardNotFound, requireEmbedded, requireSeen } from '#domains/content/embed-access'
import { securityContextOf } from '#domains/embed/security-context'
import { getConfig } from '#domains/tenant/app-config'
import { Failure } from '#kernel/failure'
import type { Asking } from './ask-engine.ts'
import { findSlug } from './target-queries.ts'
import { timeZoneOf } from './time-zone-rules.ts'

/** What a frame shows, as it was published, and who looks at it. */
export type ShownDashboard = { dashboard: DashboardRow; timezone: string | null; grant: EmbedGrant; target: DataTarget }

const republished = (publicId: string): Failure =>
  new Failure('dashboard_republished', `The dashboard "${publicId}" was published again. Read it anew and ask for its current version.`)

/** By the rule of getDashboard; the version that was read must still be the one that is shown. */
export const requireShown = async (
  context: ReadingContext,
  publicId: string,
  { versionId, timezone }: { versionId: number; timezone?: string | null | undefined },
): Promise<ShownDashboard> => {
  const { caller, operation } = context
  const grant = caller.embed
  if (!grant) throw new Error('Only embed sessions ask for the data of widgets.')
  const { dashboard, config, slug } = await context.read(async (db) => {
    const embedded = await requireEmbedded({ ...context, db, operation: getDashboard }, publicId)
    const access = requireCaller({ caller, operation })
    return {
      dashboard: embedded.dashboard,
      config: await getConfig(db, access),
      slug: await findSlug(db, access, embedded.dashboard.deployment_id),
    }
  })
  if (dashboard.version_id !== versionId) throw republished(publicId)
  const target = slug === undefined ? undefined : await context.dataTargets.find(caller.tenantId, slug)
  if (target?.deploymentId !== grant.deploymentId) throw dashboardNotFound(publicId)
  return { dashboard, timezone: timeZoneOf(config, dashboard.config, timezone), grant, target }
}

/** Whether it may still be looked at, as a new request would be told. */
export const confirmShown = async (context: ReadingContext, publicId: string): Promise<void> => {
  await context.read((db) => requireSeen({ ...context, db, operation: getDashboard }, publicId))
}

/** Asks as the session that looks, with what was frozen when it was exchanged. */
export const askingAs = (context: ReadingContext, { grant, target }: ShownDashboard, isFresh: boolean): Asking => ({
  engines: context.engines,
  recordEngineError: context.recordEngineError,
  dataPlaces: context.dataPlaces,
  queryMemory: context.queryMemory,
  measureCache: context.measureCache,
  requestId: context.requestId,
  caller: context.caller,
  pinned: { ctx: securityContextOf(grant.identity, grant.document), facet: { embed: true } },
  target,
  isFresh,
})
