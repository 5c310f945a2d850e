import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#adapters/log'
import type { ObjectStore } from '#adapters/object-store'
import { type Db, inTransaction, type Pool } from '#db'
import { markObjectReferenced, type OpenRepositories, type UnreferencedObjects } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { mayPass } from '#kernel/may-pass'
import type { Bulkhead } from '#limits'
import type { KeyRing } from '#secrets'
import { isArtifactThere, storeArtifact } from './artifact.ts'
import { beginBuild, type BuildPlan } from './begin-build.ts'
import { createBuildLog, type LineLog } from './build-log.ts'
import { buildReportOf, requireServable } from './build-outcome.ts'
import { asBuildProblem, BuildProblem } from './build-problem.ts'
import { activate, endBuild, findEqualBuild, holdServed, noteDelay, recordArtifact, recordContent, touchBuild } from './build-queries.ts'
import { contentHashOf } from './content-hash.ts'
import { createDefects, type Defects } from './defects.ts'
import { type ProjectTree, readProjectTree, rootOf, writeProject } from './model-tree.ts'
import { createRedactor } from './redact.ts'
import type { Artifact, BuildId, BuildReport, CompileReport, MadeBuild, ModelCompiler, ModelProblem, RunningStep } from './types.ts'
import { type DeploymentVariables, readVariables } from './variables.ts'
import { BuildOver, watchBuild } from './watch-build.ts'

export type BuildParts = {
  pool: Pool
  objects: ObjectStore
  keyRing: KeyRing
  repositories: Pick<OpenRepositories, 'readAt'>
  unreferencedObjects: Pick<UnreferencedObjects, 'store'>
  compiler: ModelCompiler
  /** Where builds of this process have folders for as long as they take. */
  folder: string
  /** How many compile at once on this node, shared between tenants. */
  places: Pick<Bulkhead<number>, 'enter'>
  log: Pick<Logger, 'warn'>
}

// What is no outage and no fault of the model is a defect here: it is tried some times, then said.
const maxDefects = 5
const outcomeLost = 'The build failed, and why could not be kept. The log of the build says more.'

type Making = {
  parts: BuildParts
  build: BuildId
  plan: BuildPlan
  variables: DeploymentVariables
  redact: (text: string) => string
  lines: LineLog
  signal: AbortSignal
  defects: Defects
  enter: (phase: string) => void
}

/** What is known of an attempt that has not begun yet, too. */
type Attempt = Pick<Making, 'parts' | 'build' | 'redact' | 'lines' | 'signal' | 'defects'>

type Stored = { artifact: Artifact; report: BuildReport; members: string[] | null }

const write = <T>({ pool }: BuildParts, { tenantId }: BuildId, work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(pool, tenantId, 'read write', work)

/** Notes what is built, and looks for one made of the same. Its artifact is read whole: one that is lost or damaged is built again. */
const findReusable = async ({ parts, build, plan, variables, signal }: Making, tree: ProjectTree) => {
  const contentHash = contentHashOf({ filesHash: tree.hash, engineVersion: plan.engineVersion, variablesHash: variables.hash })
  const content = { branch: plan.branch, commit: tree.commit, filesHash: tree.hash, contentHash, engineVersion: plan.engineVersion }
  const equal = await write(parts, build, async (db) => {
    await recordContent(db, build, content)
    return findEqualBuild(db, build, contentHash)
  })
  return equal && (await isArtifactThere(parts.objects, build, equal.artifact, signal)) ? equal : undefined
}

const reuse = async (
  { parts, build, plan, lines }: Making,
  equal: NonNullable<Awaited<ReturnType<typeof findReusable>>>,
): Promise<MadeBuild> => {
  const { notes, ...report } = equal.report
  const reusedFrom = equal.report.reusedFrom ?? equal.id
  const note = `Nothing changed since build ${equal.id}: its artifact is used again.`
  lines.add(note)
  const { embedWithoutPolicy } = plan
  const kept = {
    ...report,
    embedWithoutPolicy,
    reusedFrom,
    notes: [...notes.filter((other) => !other.startsWith('Nothing changed')), note],
  }
  return write(parts, build, async (db) => {
    // Asked here, where it is held: reading the artifact takes a while, in which another build may have come to be served.
    const isServed = (await holdServed(db, build)) === equal.id
    if (!(await recordArtifact(db, build, { artifact: equal.artifact, report: kept, members: equal.members }))) return 'over'
    // What is served is this already: no engine has to be started for it, unless one is told another setting.
    if (!isServed || report.embedWithoutPolicy !== embedWithoutPolicy) return 'stored'
    await activate(db, build, { isServedAlready: true })
    return 'built'
  })
}

const compile = async ({ parts, build, plan, variables, lines, signal }: Making, folder: string): Promise<CompileReport> => {
  const release = await parts.places.enter(build.tenantId, { signal })
  try {
    const { engineVersion } = plan
    const onLine = lines.add
    return await parts.compiler.compile({ folder, engineVersion, variables: variables.values, signal, onLine })
  } finally {
    release()
  }
}

/** One attempt in a folder of its own, which is gone afterwards. */
const make = async (making: Making): Promise<MadeBuild> => {
  const { parts, build, plan, lines, signal, enter } = making
  const folder = join(parts.folder, `build-${build.buildId}-${randomBytes(4).toString('hex')}`)
  const choice = {
    branch: plan.branch,
    root: rootOf(plan.projectRoot),
    isDeployedByUpload: plan.deployMode === 'cli',
    lastCommit: plan.lastCommit,
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    enter('read')
    const read = await parts.repositories.readAt(build, signal, async (copy, { refs }) => {
      const tree = await readProjectTree(copy, refs, choice)
      const equal = await findReusable(making, tree)
      if (!equal) await writeProject(copy, tree.files, folder, signal)
      return { tree, equal }
    })
    if (read.equal) return await reuse(making, read.equal)
    lines.add(`Building ${read.tree.files.length} files of "${plan.branch}" at ${read.tree.commit} with engine ${plan.engineVersion}.`)
    enter('compile')
    const compiled = await compile(making, folder)
    const report = { ...buildReportOf(compiled, read.tree.skipped, making.redact), embedWithoutPolicy: plan.embedWithoutPolicy }
    for (const note of report.notes) lines.add(note)
    requireServable(report)
    enter('store')
    const paths = read.tree.files.map(({ path }) => path)
    const artifact = await storeArtifact(parts.unreferencedObjects, build, { folder, paths, report }, signal)
    return await keep(making, { artifact, report, members: compiled.members })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const keep = async ({ parts, build, lines }: Making, stored: Stored): Promise<MadeBuild> => {
  const { artifact, report } = stored
  const isKept = await write(parts, build, async (db) => {
    await markObjectReferenced(db, build, artifact.key)
    if (await recordArtifact(db, build, stored)) return true
    // Nothing refers to it after all: the list of such objects must keep it.
    throw new BuildOver()
  })
  lines.add(`Compiled ${report.cubes} cubes and ${report.views} views; the artifact has ${artifact.bytes} bytes.`)
  return isKept ? 'stored' : 'over'
}

const fail = async ({ parts, build, redact, lines, defects }: Attempt, problem: BuildProblem): Promise<MadeBuild> => {
  const text = redact(problem.message)
  for (const line of text.split('\n')) lines.add(line)
  const end = (outcome: { text: string; problems?: readonly ModelProblem[] }): Promise<boolean> =>
    write(parts, build, (db) => endBuild(db, build, 'failed', outcome))
  const isEnded = await end({ text, problems: problem.problems }).catch((error: unknown) => {
    if (mayPass(error) || defects.count() < maxDefects) throw error
    // What cannot be written must not keep the build from its end: it would be compiled again for a day.
    parts.log.warn({ err: error, build }, 'why a build failed was not kept')
    return end({ text: outcomeLost })
  })
  return isEnded ? 'failed' : 'over'
}

/** For callers that wait: what this attempt failed with, such as an engine that is not installed. */
const tellDelay = async ({ parts, build, redact }: Attempt, { message }: Failure): Promise<void> =>
  write(parts, build, (db) => noteDelay(db, build, redact(message))).catch((error: unknown) =>
    parts.log.warn({ err: error, build }, 'why an attempt of a build failed was not kept'),
  )

/** What the outcome is of an attempt that threw. Thrown again: it is tried again, here or on another worker. */
const settle = async (making: Attempt, error: unknown, attempt: number): Promise<MadeBuild> => {
  if (error instanceof BuildOver) return 'over'
  if (making.signal.aborted) throw making.signal.reason
  const problem = asBuildProblem(error)
  if (problem) return fail(making, problem)
  making.parts.log.warn({ err: error, build: making.build, attempt }, 'a step of a build failed')
  if (error instanceof Failure && mayPass(error)) await tellDelay(making, error)
  if (mayPass(error) || making.defects.count() < maxDefects) throw error
  return fail(
    making,
    new BuildProblem(`The platform could not build this model. The operator finds the cause in the log by build ${making.build.buildId}.`),
  )
}

/** Lines are worth having and nothing more: the outcome stands without them. */
const flushAtEnd = ({ parts, build, lines }: Attempt): Promise<void> =>
  lines
    .flush((work) => write(parts, build, work))
    .catch((error: unknown) => parts.log.warn({ err: error, build }, 'lines of a build were not kept'))

/** What was thrown before variables were read is an outcome as well. No value of theirs can be in what is said. */
const settleUnbegun = async (parts: BuildParts, build: BuildId, step: RunningStep, defects: Defects, error: unknown) => {
  const redact = (text: string): string => text
  const unbegun: Attempt = { parts, build, redact, lines: createBuildLog(build, redact), signal: step.signal, defects }
  try {
    return await settle(unbegun, error, step.attempt)
  } finally {
    await flushAtEnd(unbegun)
  }
}

/**
 * Reads the tree, compiles it and stores the artifact: one step, since all of it needs the same folder and takes seconds. What is there already
 * from an earlier attempt is not made again.
 */
export const makeBuild = async (parts: BuildParts, build: BuildId, step: RunningStep): Promise<MadeBuild> => {
  const defects = createDefects(step)
  const begun = await write(parts, build, async (db) => {
    const plan = await beginBuild(db, build)
    return plan ? { plan, variables: await readVariables(db, parts.keyRing, build) } : 'over'
  }).catch((error: unknown) => settleUnbegun(parts, build, step, defects, error))
  if (typeof begun === 'string') return begun
  if (begun.plan.hasArtifact) return 'stored'
  const redact = createRedactor(begun.variables.values)
  const lines = createBuildLog(build, redact)
  const flush = (): Promise<void> => lines.flush((work) => write(parts, build, work))
  let phase = 'begin'
  const watched = watchBuild(
    step,
    () => defects.progress(phase),
    () => write(parts, build, (db) => touchBuild(db, build)),
    flush,
  )
  const making: Making = { parts, build, ...begun, redact, lines, signal: watched.signal, defects, enter: (next) => void (phase = next) }
  try {
    return await make(making).catch((error: unknown) =>
      settle(making, watched.signal.aborted ? watched.signal.reason : error, step.attempt),
    )
  } finally {
    await watched.stop()
    await flushAtEnd(making)
  }
}

/** The build is done: production goes over to it, unless a newer one is there. */
export const activateBuild = async (parts: Pick<BuildParts, 'pool'>, build: BuildId): Promise<'built' | 'over'> =>
  (await inTransaction(parts.pool, build.tenantId, 'read write', (db) => activate(db, build))) ? 'built' : 'over'
