import { randomBytes, randomUUID } from 'node:crypto'
import { createCaller } from '../harness/caller.ts'
import { newDeployment } from '../harness/embedding.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../harness/installation.ts'
import { judged } from '../harness/last-line.ts'
import { againIfHeldUp, underConditions } from '../harness/machine.ts'
import { changedProgram } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { type Contention, contend, type Ground } from './upserts/contend.ts'
import { historiesOf } from './upserts/histories.ts'
import { type Plant, plants } from './upserts/plants.ts'
import { isLeftWhole, isRecorded, watchItems } from './upserts/stored.ts'
import { reportTarget, type Target, workbookTarget } from './upserts/targets.ts'

const writers = 64
const processCount = 3

const openGround = async (installation: Installation, tenant: Tenant, processes: FacetProcess[], name: string): Promise<Ground> => {
  const [process] = processes
  if (!process) throw new Error('No process serves.')
  const { id: deploymentId } = await installation.client(process, tenant).createDeployment({ body: newDeployment(name) })
  return { caller: createCaller(), tenant, deploymentId, processes }
}

const targets = {
  workbook: () => workbookTarget('revenue'),
  // A public id is one of the tenant's, and each contest has one of its own.
  report: () => reportTarget(randomBytes(6).toString('hex')),
}

type Place = { installation: Installation; tenant: Tenant; processes: FacetProcess[] }

/** One contest in a deployment of its own. */
const contest = async ({ installation, tenant, processes }: Place, kind: Target['kind'], contention: Contention) => {
  const ground = await openGround(installation, tenant, processes, randomUUID())
  const target = targets[kind]()
  const watch = watchItems(installation, ground)
  const outcome = await contend(ground, target, contention)
  const { looks, atOnce } = await watch.stop()
  const histories = historiesOf(outcome)
  const found = {
    written: outcome.written.length,
    toldToRepeat: outcome.refused,
    busy: outcome.busy,
    deleted: outcome.deleted.length,
    items: histories.items,
    looks,
    itemsAtOnce: atOnce,
    brokenHistories: histories.broken,
    wrongAnswers: outcome.wrong.length,
    ...(outcome.wrong.length > 0 ? { wrongAnswerExamples: outcome.wrong.slice(0, 3) } : {}),
    isLeftWhole: await isLeftWhole(ground, target, outcome, histories),
    isRecorded: await isRecorded(installation, ground, target, outcome),
  }
  ground.caller.close()
  return found
}
type Found = Awaited<ReturnType<typeof contest>>

const isRight = (found: Found): boolean =>
  found.brokenHistories + found.wrongAnswers === 0 && found.itemsAtOnce === 1 && found.isLeftWhole && found.isRecorded

const maxRounds = 4

/** A service that is wrong in one way has to be seen to be. What depends on who comes first is tried again, a few times. */
const isSeen = async (installation: Installation, tenant: Tenant, { name, of, changes }: Plant, say: (line: string) => void) => {
  const { settings, program } = changedProgram(changes)
  const process = await installation.serve(settings, program)
  try {
    for (let round = 1; round <= maxRounds; round++) {
      const place = { installation, tenant, processes: [process] }
      const found = await contest(place, of, { writers: 16, writesEach: 3, deletedAfter: 12 })
      say(`planted, ${name}: ${JSON.stringify(found)}`)
      if (!isRight(found)) return true
    }
    return false
  } finally {
    await process.kill('SIGKILL')
  }
}

/** Two requests that wait for each other are answered as an outage is; the database counts them. */
const deadlocksIn = async (installation: Installation): Promise<number> => {
  const [row] = await installation.sql<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks ?? 0
}

const run = async (installation: Installation, quick: boolean, say: (line: string) => void) => {
  const tenant = await installation.createTenant('upserts')
  const processes = await Promise.all(Array.from({ length: processCount }, () => installation.serve()))
  const contention = { writers, writesEach: quick ? 4 : 60, deletedAfter: 40 }
  const hold = (kind: Target['kind']) => againIfHeldUp(() => contest({ installation, tenant, processes }, kind, contention), isRight, say)
  const workbook = await hold('workbook')
  say(`one slug: ${JSON.stringify(workbook)}`)
  const report = await hold('report')
  say(`one public id: ${JSON.stringify(report)}`)
  for (const process of processes) await process.kill('SIGKILL')
  const deadlocks = await deadlocksIn(installation)
  const unseen: string[] = []
  for (const plant of plants) if (!(await isSeen(installation, tenant, plant, say))) unseen.push(plant.name)
  return { workbook, report, deadlocks, planted: { of: plants.length, unseen } }
}

export const trial: Trial = {
  family: 'faults',
  name: 'upserts',
  runsOn: 'landing',
  summary: 'concurrent upserts and deletions of one slug and one public id on three processes',
  claim: 'Concurrent upserts create one item and lose no field.',
  gate: 'Each item has one linear history. The only refusal is 409 `upsert_branch_changed`.',
  onFailure: '`brokenHistories`: a row is read before its lock (`lockSlug`, `lockPublicId`, `lockWorkbooks`).',
  watches: ['content/items', 'content/reports', 'content/workbooks', 'http', 'access'],
  needs: ['postgres'],
  plants: plants.map(({ changes }) => changes),
  short: { seconds: 40, pace: 'works' },
  run: async ({ quick, say }) => {
    // As many connections as there are writers, so that they meet at the item and not before it.
    const installation = await createInstallation({ durable: true, settings: { FACET_POOL_SIZE: '30' } })
    try {
      const { value, conditions } = await underConditions(() => run(installation, quick, say))
      const both = [value.workbook, value.report]
      return {
        ...judged({
          'each item has one history, in which no field is lost': both.every(({ brokenHistories }) => brokenHistories === 0),
          'nothing is refused but with upsert_branch_changed': both.every(({ wrongAnswers }) => wrongAnswers === 0),
          'never two at once': both.every(({ looks, itemsAtOnce }) => looks > 0 && itemsAtOnce === 1),
          'what is left says what was written to it': both.every((found) => found.isLeftWhole),
          'the audit log tells of each write and deletion once': both.every((found) => found.isRecorded),
          // Without these the writers never met.
          'items were deleted under the writers': both.every(({ deleted, items }) => deleted > 0 && items > 1),
          'some were told to repeat': both.every(({ toldToRepeat }) => toldToRepeat > 0),
          'nobody waits for each other': value.deadlocks === 0,
          'every planted fault is seen': value.planted.unseen.length === 0,
        }),
        figures: { ...value, ...conditions },
      }
    } finally {
      await installation.close()
    }
  },
}
