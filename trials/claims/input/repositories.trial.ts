import { randomUUID } from 'node:crypto'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import { againIfHeldUp, underConditions } from '../../harness/machine.ts'
import { pause } from '../../harness/numbers.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import * as attempts from './repositories/attempts.ts'
import { hostiles } from './repositories/corpus.ts'
import { startHostileHost } from './repositories/host.ts'
import { type Load, residentMbOf, startWatch } from './repositories/watch.ts'

const limits = { processes: 2, gitMb: 128, modelProcesses: 1, modelProcessMb: 512, workMb: 256 }

/** From docs/operate/memory.md: git, git with its remote helper, comparisons, requests and responses, and readers. */
const budgetMb = 3 * limits.processes * limits.gitMb + limits.modelProcesses * limits.modelProcessMb + limits.workMb + limits.gitMb

const settings = {
  FACET_GIT_PROCESSES: String(limits.processes),
  FACET_GIT_MEMORY_MB: String(limits.gitMb),
  FACET_MODEL_PROCESSES: String(limits.modelProcesses),
  FACET_WORK_MEMORY_MB: String(limits.workMb),
  FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
  // Development mode validates every response against the contract, which takes time.
  FACET_MODE: 'production',
  FACET_DRAIN_MS: '0',
}

const maxAnswerMs = 1000
const atOnce = 4

/** A busy machine delays the service as much as it delays an idle reference server. */
const isResponsive = ({ slowestMs, referenceMs, unanswered }: Load): boolean =>
  unanswered === 0 && slowestMs <= Math.max(maxAnswerMs, 3 * referenceMs)

type Round = { name: string; answers: string[]; ms: number } & Load

const describe = ({ step, status, code }: attempts.Answer): string => `${step} ${status === 200 ? 200 : `${status} ${code}`}`

const run = async (installation: Installation, { quick, say }: TrialOptions): Promise<Finding> => {
  const all = hostiles(quick)
  const served = all.map(({ build }) => build())
  const host = await startHostileHost(new Map(served.map((repository, index) => [`hostile-${index}`, repository])))
  const tenant = await installation.createTenant('hostile')
  const node = await installation.serve({ ...settings, FACET_REMOTE_CA_FILE: host.caFile })
  const api = installation.client(node, tenant)
  const newModel = (): Promise<number> => attempts.createModel(api, `hostile ${randomUUID()}`)
  // Warm up: start the processes and readers that the service keeps.
  await attempts.compareLargeBranch(api, await newModel(), 0.5)
  await pause(500)
  const restMb = residentMbOf(node.pid)
  const maxMb = restMb + budgetMb
  const watch = await startWatch(node.pid, node.url)
  const rounds: Round[] = []
  const problems: string[] = []

  /** Repeats a slow round if the machine was held up. Never repeats a round that used too much memory. */
  const round = async (
    name: string,
    work: (deploymentId: number) => Promise<attempts.Answer[]>,
    check: (answers: attempts.Answer[]) => string[],
  ) => {
    const attempt = async (): Promise<Round> => {
      const deploymentId = await newModel()
      const startedMs = performance.now()
      const answers = await work(deploymentId)
      problems.push(...check(answers).map((problem) => `${name}: ${problem}`))
      return { name, answers: answers.slice(0, 20).map(describe), ms: Math.round(performance.now() - startedMs), ...watch.take() }
    }
    const last = await againIfHeldUp(attempt, (made) => isResponsive(made) || made.peakMb > maxMb, say)
    rounds.push(last)
    say(JSON.stringify(last))
  }
  const pullAll = async (): Promise<attempts.Answer[]> => {
    const queue = all.entries()
    const answers: attempts.Answer[] = []
    const next = async (): Promise<void> => {
      for (const [index, hostile] of queue)
        answers.push(...(await attempts.pullHostile(api, await newModel(), host.urlOf(`hostile-${index}.git`), hostile)))
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    return answers
  }
  const unless = (isRight: (answers: attempts.Answer[]) => boolean) => (answers: attempts.Answer[]) =>
    isRight(answers) ? [] : answers.map(describe)
  const areDone = unless((answers) => answers.every(attempts.isDone))

  try {
    for (const [index, hostile] of all.entries())
      await round(
        hostile.name,
        (id) => attempts.pullHostile(api, id, host.urlOf(`hostile-${index}.git`), hostile),
        (answers) => attempts.problemsOf(hostile, answers),
      )
    if (!quick)
      await round(
        'all of them at once',
        pullAll,
        unless((answers) => answers.every(({ status }) => status !== 0 && status !== 500)),
      )
    const [finishes, legalMb] = quick ? [4, 2] : [10, 12]
    await round(
      `${finishes} refused finishes of one upload of 80 MB`,
      (id) => attempts.finishLargeUpload(api, id, 80, finishes),
      unless((answers) => answers.slice(0, -1).every(attempts.isRefusal) && answers.slice(-1).every(attempts.isDone)),
    )
    await round(
      'a comparison of 30 MB of YAML',
      (id) => attempts.compareLargeBranch(api, id, 30),
      unless((answers) => answers.every(attempts.isRefusal)),
    )
    await round(`a comparison of ${legalMb} MB of YAML`, (id) => attempts.compareLargeBranch(api, id, legalMb), areDone)
    await round('YAML bombs', (id) => attempts.compareYamlBombs(api, id), areDone)
  } finally {
    await watch.stop()
    await host.close()
  }
  const tooLarge = rounds.filter(({ peakMb }) => peakMb > maxMb).map(({ name }) => name)
  const tooSlow = rounds.filter((made) => !isResponsive(made)).map(({ name }) => name)
  return {
    ...judged({
      'every repository is refused where expected, with a documented code': problems.length === 0,
      'memory stays within the budget': tooLarge.length === 0,
      '/livez responds within 1 s': tooSlow.length === 0,
      'the service still runs': !node.hasExited(),
    }),
    figures: {
      rounds: rounds.length,
      problems,
      tooLarge,
      tooSlow,
      restMb,
      budgetMb,
      peakMb: Math.max(...rounds.map(({ peakMb }) => peakMb)),
      slowestMs: Math.max(...rounds.map(({ slowestMs }) => slowestMs)),
      smallestBombBytes: Math.min(...served.map(({ pack }) => pack.length)),
    },
  }
}

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
    const installation = await createInstallation({ durable: false })
    try {
      const { value, conditions } = await underConditions(() => run(installation, options))
      return { ...value, figures: { ...value.figures, ...conditions } }
    } finally {
      await installation.close()
    }
  },
}
