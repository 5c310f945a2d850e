import type { BuildStatus } from '@facet/contract'
import type { BranchState, NewestBuild } from './build-status-queries.ts'

type Status = Omit<BuildStatus, 'deploymentId' | 'branchName'>
type Problem = NonNullable<BuildStatus['errors']>[number]

/** What the compiler says of a model; other fields of it are nobody's business here. */
type Report = { hasPreAggregations?: boolean; hasRollupOnly?: boolean; warnings?: Problem[] }

const warningsOf = (report: Report | null): string[] => [
  ...(report?.warnings ?? []).map(({ message }) => message),
  ...(report?.hasPreAggregations
    ? ['The model has pre-aggregations. This installation has no store for them: queries run without, on the warehouse.']
    : []),
  ...(report?.hasRollupOnly ? ['The model asks for rollup-only mode. Without a store of pre-aggregations such queries are refused.'] : []),
]

/** What became of the build that is served. One that sleeps is active: the first request wakes it. */
const deploymentStatusOf = (build: NewestBuild): 'none' | 'active' | 'failed' => {
  if (build?.servedId == null) return 'none'
  return build.processes.includes('failed') && !build.processes.includes('ready') ? 'failed' : 'active'
}

const doesNotStart = 'The engine of the build that is served does not start, or ended by itself; it is tried again. The logs say why.'

/** A queued build is one that builds, to whoever waits for it. */
const stateOf = (status: string): BuildStatus['status'] => (status === 'queued' ? 'building' : (status as BuildStatus['status']))

/** Why a build that has no outcome does not get on. The next attempt may; meanwhile it goes on building. */
const delayOf = ({ status, buildProblem, error_text: text }: NonNullable<NewestBuild>): string | null => {
  const isOpen = status === 'queued' || status === 'building' || status === 'warmup'
  return isOpen && buildProblem !== null ? `No build can run now. ${buildProblem}` : text
}

/** The newest build of production. A branch nobody built yet has none. */
export const statusOfBuild = (build: NewestBuild): Status => {
  const deploymentStatus = deploymentStatusOf(build)
  if (!build || build.id === null) return { mode: 'production_build', status: 'none', deploymentStatus, errorText: null }
  return {
    mode: 'production_build',
    status: stateOf(build.status ?? ''),
    buildJobId: build.id,
    deploymentStatus,
    errorText: delayOf(build),
    filesHash: build.files_hash,
    lastHash: build.commit_hash,
    updatedAt: build.updated_at?.toISOString() ?? null,
    errors: (build.errors ?? []) as unknown as Problem[],
    warnings: [...warningsOf(build.report), ...(deploymentStatus === 'failed' ? [doesNotStart] : [])],
  }
}

/** The texts are those that clients of the reference stop waiting for. */
export const statusOfBranch = ({ kind, isActive }: BranchState): Status => {
  if (kind === null) return { mode: 'production_build', status: 'building', errorText: 'Bad branch' }
  if (kind === 'shared') return { mode: 'production_build', status: 'building', errorText: 'Branch is not active' }
  return { mode: 'dev_mode', status: isActive ? 'built' : 'building', errorText: null }
}
