import type { Answer } from '../../../harness/caller.ts'
import { pause } from '../../../harness/numbers.ts'
import { disagreeing } from './done-here.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { commitModel, createModel, type Model, newToken, putFile, readFiles, removeFile, renameFile } from './models.ts'

/**
 * What a data model must hold, as its clients know: its dev branch, and the deploy branch since the last commit. A shared one is
 * written by all of them, and by whichever node they ask.
 */
export type Known = Model & { dev: Map<string, string>; main: Map<string, string>; isShared: boolean }

export const prepare = async (fleet: Fleet, name: string, index: number, isShared: boolean): Promise<Known> => {
  const node = fleet.nodes[index % fleet.nodes.length] as FleetNode
  const model = await createModel(fleet, name, node)
  const files = await readFiles(fleet, node, model)
  if (!(files instanceof Map)) throw new Error(`A new data model cannot be read: ${files.status} ${files.code}`)
  return { ...model, dev: files, main: new Map(files), isShared }
}

/** One write and how it went: `tries` above 1 when it was repeated in passing. */
export type Done = { deploymentId: number; startedMs: number; endedMs: number; tookMs: number; tries: number; actedBy: string }

export type Tally = {
  done: Done[]
  /** Answers by status and code, those apart that came from a node after it was killed: none at all. */
  refused: Record<string, number>
  wrong: string[]
  atDeadNode: number
}

export type Clients = { fleet: Fleet; tally: Tally; turn: number }

export const newClients = (fleet: Fleet): Clients => ({ fleet, tally: { done: [], refused: {}, wrong: [], atDeadNode: 0 }, turn: 0 })

const retryPauseMs = 40
const maxTries = 400

type Send = (fleet: Fleet, node: FleetNode) => Promise<Answer>

/** What a repeated write is told when its first try landed and nobody heard of it. */
const landedCodes = new Set(['file_not_found', 'file_path_taken'])

const note = ({ tally }: Clients, node: FleetNode, wasUp: boolean, answer: Answer): void => {
  if (answer.status === 0 && (!wasUp || !node.isUp())) tally.atDeadNode++
  else {
    const name = `${answer.status} ${answer.code}`
    tally.refused[name] = (tally.refused[name] ?? 0) + 1
    if (answer.status !== 503 || answer.retryAfter === null) tally.wrong.push(`${name} ${JSON.stringify(answer.body).slice(0, 200)}`)
  }
}

/** Goes on at the next node until the write is confirmed. */
const insist = async (clients: Clients, { deploymentId, isShared }: Known, send: Send): Promise<void> => {
  const startedMs = performance.now()
  const fleet = isShared ? disagreeing(clients.fleet) : clients.fleet
  for (let tries = 1; tries <= maxTries; tries++) {
    const node = fleet.nodes[clients.turn++ % fleet.nodes.length] as FleetNode
    const wasUp = node.isUp()
    const answer = await send(fleet, node)
    if (answer.status === 200 || (tries > 1 && landedCodes.has(answer.code))) {
      const actedBy = String(answer.headers['x-facet-node'])
      clients.tally.done.push({ deploymentId, startedMs, endedMs: performance.now(), tookMs: answer.tookMs, tries, actedBy })
      return
    }
    note(clients, node, wasUp, answer)
    await pause(retryPauseMs)
  }
  throw new Error(`A write was not confirmed in ${maxTries} tries.`)
}

type Step = (clients: Clients, known: Known, folder: string) => Promise<void>

export const put: Step = async (clients, known, folder) => {
  const file = newToken(folder)
  await insist(clients, known, (fleet, node) => putFile(fleet, node, known, file))
  known.dev.set(file.path, file.content)
}

const ownFile = ({ dev }: Known, folder: string): string | undefined =>
  [...dev.keys()].findLast((path) => path.startsWith(`model/${folder}/`))

const rename: Step = async (clients, known, folder) => {
  const path = ownFile(known, folder)
  if (path === undefined) return put(clients, known, folder)
  const { path: newPath } = newToken(folder)
  await insist(clients, known, (fleet, node) => renameFile(fleet, node, known, path, newPath))
  known.dev.set(newPath, known.dev.get(path) ?? '')
  known.dev.delete(path)
  return undefined
}

const remove: Step = async (clients, known, folder) => {
  const path = ownFile(known, folder)
  if (path === undefined) return put(clients, known, folder)
  await insist(clients, known, (fleet, node) => removeFile(fleet, node, known, path))
  known.dev.delete(path)
  return undefined
}

/** What others write to a shared one meanwhile may be in it or not, so what it must hold is known at the end only. */
export const commit: Step = async (clients, known) => {
  await insist(clients, known, (fleet, node) => commitModel(fleet, node, known, 'Commit of the trial'))
  known.main = new Map(known.dev)
}

/** Each kind in turn, so that every data model sees all of them. */
export const steps: Step[] = [put, put, rename, commit, put, remove]
