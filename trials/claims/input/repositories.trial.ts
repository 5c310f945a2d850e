import { join } from 'node:path'
import type { Client } from '@facet/client'
import type { GitServer } from '@facet/testkit/git'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../harness/installation.ts'
import { againIfHeldUp, underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import type { Trial, TrialOptions } from '../../trial.ts'
import { type Hostile, hostiles } from './repositories/corpus.ts'
import { startHostileHost, type Told } from './repositories/host.ts'
import { type Answer, createModel, isRefusal, problemsOf, tryHostile, tryLargeDiff, tryUpload, tryYaml } from './repositories/tries.ts'
import { residentMbOf, type Seen, startWatch, type Watch } from './repositories/watch.ts'

type Say = (line: string) => void

const limits = { processes: 2, gitMb: 128, modelProcesses: 1, modelProcessMb: 512, workMb: 256 }

/** As docs/operate/memory.md says it: git, git that talks to remotes with what talks for it, comparisons, requests and answers; and readers. */
const budgetMb =
  limits.processes * limits.gitMb +
  limits.processes * 2 * limits.gitMb +
  limits.modelProcesses * limits.modelProcessMb +
  limits.workMb +
  limits.gitMb

const settings = {
  FACET_GIT_PROCESSES: String(limits.processes),
  FACET_GIT_MEMORY_MB: String(limits.gitMb),
  FACET_MODEL_PROCESSES: String(limits.modelProcesses),
  FACET_WORK_MEMORY_MB: String(limits.workMb),
  FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
  // Development checks every answer against the contract, which takes its time.
  FACET_MODE: 'production',
  FACET_DRAIN_MS: '0',
}

const maxAnswerMs = 1000
/** A machine that keeps a program waiting which does nothing keeps the node waiting too. */
const isAlive = ({ slowestMs, referenceMs, unanswered }: Seen): boolean =>
  unanswered === 0 && slowestMs <= Math.max(maxAnswerMs, 3 * referenceMs)

const atOnce = 2

type Stage = { installation: Installation; host: GitServer; told: ReadonlyMap<string, Told>; all: Hostile[]; tenant: Tenant }

const slugOf = (place: number): string => `hostile-${place}`

const serve = async ({ installation, host }: Stage, more: Record<string, string> = {}, before: string[] = []): Promise<FacetProcess> =>
  installation.serve({ ...settings, FACET_REMOTE_CA_FILE: host.caFile, ...more }, [
    ...before,
    join(import.meta.dirname, '../../../apps/server/src/main.ts'),
    'serve',
  ])

type Round = { name: string; answers: string[]; ms: number } & Seen

/** A round that took too much is the result, however busy the machine: memory does not grow by waiting. */
type IsFinal = (round: Round) => boolean

const tell = (answers: Answer[]): string[] =>
  answers.map(({ step, status, code }) => `${step} ${status === 200 ? 200 : `${status} ${code}`}`)

/** Each in turn, so that what it costs can be said of it; and then many at once. */
const runHostiles = async (stage: Stage, api: Client, watch: Watch, isFinal: IsFinal, say: Say) => {
  const rounds: Round[] = []
  const problems: string[] = []
  const tryOne = async (hostile: Hostile, place: number): Promise<Answer[]> =>
    tryHostile(
      api,
      await createModel(api, `${slugOf(place)}-${rounds.length}-${Math.random()}`),
      stage.host.urlOf(`${slugOf(place)}.git`),
      hostile,
    )
  for (const [place, hostile] of stage.all.entries()) {
    const attempt = async (): Promise<Round> => {
      const startedMs = performance.now()
      const answers = await tryOne(hostile, place)
      problems.push(...problemsOf(hostile, answers))
      return { name: hostile.name, answers: tell(answers), ms: Math.round(performance.now() - startedMs), ...watch.take() }
    }
    rounds.push(await againIfHeldUp(attempt, isFinal, say))
    say(JSON.stringify(rounds.at(-1)))
  }
  return { rounds, problems, tryOne }
}

const runTogether = async (stage: Stage, watch: Watch, tryOne: (hostile: Hostile, place: number) => Promise<Answer[]>): Promise<Round> => {
  const startedMs = performance.now()
  const queue = stage.all.entries()
  const answers: Answer[] = []
  const next = async (): Promise<void> => {
    for (const [place, hostile] of queue) answers.push(...(await tryOne(hostile, place)))
  }
  await Promise.all(Array.from({ length: atOnce * 2 }, next))
  const wrong = answers.filter(({ status }) => status === 0 || status === 500)
  return { name: 'all of them at once', answers: tell(wrong), ms: Math.round(performance.now() - startedMs), ...watch.take() }
}

const runModels = async (api: Client, watch: Watch, isFinal: IsFinal, quick: boolean, say: Say) => {
  const rounds: Round[] = []
  const problems: string[] = []
  type Work = (deploymentId: number) => Promise<Answer[]>
  const note = async (name: string, isRight: (answers: Answer[]) => boolean, work: Work): Promise<void> => {
    const attempt = async (): Promise<Round> => {
      const deploymentId = await createModel(api, `${name} ${Math.random()}`)
      const startedMs = performance.now()
      const answers = await work(deploymentId)
      if (!isRight(answers)) problems.push(`${name}: ${tell(answers).join(', ')}`)
      return { name, answers: tell(answers), ms: Math.round(performance.now() - startedMs), ...watch.take() }
    }
    rounds.push(await againIfHeldUp(attempt, isFinal, say))
    say(JSON.stringify(rounds.at(-1)))
  }
  const isRefusedButLast = (answers: Answer[]): boolean => answers.slice(0, -1).every(isRefusal) && answers.at(-1)?.status === 200
  const isDone = (answers: Answer[]): boolean => answers.every(({ status }) => status === 200)
  const finishes = quick ? 4 : 10
  await note(`${finishes} refused finishes of one upload of 80 MB`, isRefusedButLast, (id) => tryUpload(api, id, 80, finishes))
  await note(
    'a comparison of 30 MB of plain YAML',
    (answers) => answers.every(isRefusal),
    (id) => tryLargeDiff(api, id, 30),
  )
  const legalMb = quick ? 2 : 12
  await note(`a comparison of ${legalMb} MB of plain YAML`, isDone, (id) => tryLargeDiff(api, id, legalMb))
  await note('YAML that is more than it looks', isDone, (id) => tryYaml(api, id))
  return { rounds, problems }
}

/** The same with the limits taken out: over before it is, as soon as what must not happen does. */
const isBroken = async (stage: Stage, name: string, more: Record<string, string>, before: string[], overMb: number): Promise<boolean> => {
  const place = stage.all.findIndex((hostile) => hostile.name === name)
  const hostile = stage.all[place]
  if (!hostile) throw new Error(`There is no "${name}".`)
  const node = await serve(stage, more, before)
  const watch = await startWatch(node.pid, node.url)
  try {
    const api = stage.installation.client(node, stage.tenant)
    const tried = tryHostile(api, await createModel(api, `planted ${name}`), stage.host.urlOf(`${slugOf(place)}.git`), hostile)
    let isOver = false
    void tried.finally(() => (isOver = true)).catch(() => undefined)
    for (;;) {
      const seen = watch.now()
      if (!isAlive(seen) || seen.peakMb > overMb) return true
      if (isOver) return problemsOf(hostile, await tried).length > 0
      await pause(50)
    }
  } finally {
    await node.kill('SIGKILL')
    await watch.stop()
  }
}

const openStage = async (quick: boolean): Promise<Stage> => {
  const all = hostiles(quick)
  const told = new Map(all.map((hostile, place) => [slugOf(place), hostile.tell()]))
  const host = await startHostileHost(told)
  const installation = await createInstallation({ durable: false })
  return { installation, host, told, all, tenant: await installation.createTenant('hostile') }
}

const runAll = async (stage: Stage, quick: boolean, say: Say) => {
  const node = await serve(stage)
  const api = stage.installation.client(node, stage.tenant)
  // Warm: the processes and readers that are there at rest have been used.
  await tryLargeDiff(api, await createModel(api, 'warm'), 0.5)
  await pause(500)
  const restMb = residentMbOf(node.pid)
  const watch = await startWatch(node.pid, node.url)
  try {
    const isFinal: IsFinal = (round) => isAlive(round) || round.peakMb > restMb + budgetMb
    const remotes = await runHostiles(stage, api, watch, isFinal, say)
    const together = quick ? [] : [await runTogether(stage, watch, remotes.tryOne)]
    for (const round of together) say(JSON.stringify(round))
    const models = await runModels(api, watch, isFinal, quick, say)
    const rounds = [...remotes.rounds, ...together, ...models.rounds]
    const problems = [...remotes.problems, ...models.problems, ...together.flatMap(({ answers }) => answers)]
    return { rounds, problems, restMb, isSame: !node.hasExited() }
  } finally {
    await watch.stop()
    await node.kill()
  }
}

const sentBytes = ({ told }: Stage): Record<string, number> => Object.fromEntries([...told].map(([slug, { pack }]) => [slug, pack.length]))

const run = async (stage: Stage, { quick, plants, say }: TrialOptions) => {
  const found = await runAll(stage, quick, say)
  const maxMb = found.restMb + budgetMb
  const unlimited = ['--import', join(import.meta.dirname, 'repositories/unlimited.ts')]
  const planted = plants && {
    trees: await isBroken(stage, 'a bomb of paths in the merge base alone', {}, unlimited, maxMb),
    memory: await isBroken(stage, 'a file that deltas make 2 GB of', { FACET_GIT_MEMORY_MB: '16384' }, [], maxMb),
  }
  const { rounds } = found
  return {
    ...found,
    budgetMb,
    peakMb: Math.max(...rounds.map(({ peakMb }) => peakMb)),
    slowestMs: Math.max(...rounds.map(({ slowestMs }) => slowestMs)),
    tooLarge: rounds.filter(({ peakMb }) => peakMb > maxMb).map(({ name }) => name),
    tooSlow: rounds.filter((round) => !isAlive(round)).map(({ name }) => name),
    smallestBombBytes: Math.min(...Object.values(sentBytes(stage))),
    planted,
  }
}

type Found = Awaited<ReturnType<typeof run>>

const isPassed = ({ problems, tooLarge, tooSlow, isSame, planted }: Found): boolean =>
  problems.length === 0 && tooLarge.length === 0 && tooSlow.length === 0 && isSame && (!planted || (planted.trees && planted.memory))

export const trial: Trial = {
  family: 'security',
  name: 'repositories',
  runsOn: 'landing',
  summary: 'hostile repositories from remotes, uploads and comparisons',
  claim: 'A hostile repository is refused with a cause, and exhausts neither memory nor the event loop.',
  gate: 'Expected failure codes, never 5xx. `/livez` within 1 s. Memory within the budget of `docs/operate/memory.md`.',
  onFailure:
    '`problems` names repository and step (`adapters/git/limits.ts`). `tooSlow`: work blocks the event loop. `tooLarge`: an output is unbounded.',
  needs: ['postgres'],
  short: { seconds: 38, pace: 'works' },
  run: async (options) => {
    const stage = await openStage(options.quick)
    try {
      const { value, conditions } = await underConditions(() => run(stage, options))
      return { isPassed: isPassed(value), figures: { ...value, ...conditions } }
    } finally {
      await stage.installation.close()
      await stage.host.close()
    }
  },
}
