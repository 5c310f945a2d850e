import type { Answer } from '../../../harness/caller.ts'
import { pause } from '../../../harness/numbers.ts'
import { disagreeing } from './done-here.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { commitModel, createModel, type Model, newToken, putFile, readFiles, removeFile, renameFile } from './models.ts'

/**
 * The expected content of a data model: its development branch, and the deploy branch since the last commit. All clients write to a shared
 * one, each through any node.
 */
export type Known = Model & { dev: Map<string, string>; main: Map<string, string>; isShared: boolean }

export const prepare = async (fleet: Fleet, name: string, index: number, isShared: boolean): Promise<Known> => {
  const node = fleet.nodes[index % fleet.nodes.length] as FleetNode
  const model = await createModel(fleet, name, node)
  const files = await readFiles(fleet, node, model)
  if (!(files instanceof Map)) throw new Error(`A new data model cannot be read: ${files.status} ${files.code}`)
  return { ...model, dev: files, main: new Map(files), isShared }
}

/** A confirmed write. `tries` is above 1 when it was repeated. */
export type Done = { deploymentId: number; startedMs: number; endedMs: number; tookMs: number; tries: number; actedBy: string }

export type Tally = {
  done: Done[]
  /** Responses by status and code, without requests to killed nodes, which get no response. */
  refused: Record<string, number>
  wrong: string[]
  atDeadNode: number
}

export type Clients = { fleet: Fleet; tally: Tally; turn: number }

export const newClients = (fleet: Fleet): Clients => ({ fleet, tally: { done: [], refused: {}, wrong: [], atDeadNode: 0 }, turn: 0 })

const retryPauseMs = 40
const maxTries = 400

type Send = (fleet: Fleet, node: FleetNode) => Promise<Answer>

/** Failures of a repeated write whose first try was committed unseen. */
const landedCodes = new Set(['file_not_found', 'file_path_taken'])

const note = ({ tally }: Clients, node: FleetNode, wasUp: boolean, answer: Answer): void => {
  if (answer.status === 0 && (!wasUp || !node.isUp())) tally.atDeadNode++
  else {
    const name = `${answer.status} ${answer.code}`
    tally.refused[name] = (tally.refused[name] ?? 0) + 1
    if (answer.status !== 503 || answer.retryAfter === null) tally.wrong.push(`${name} ${JSON.stringify(answer.body).slice(0, 200)}`)
  }
}

/** Repeats the write at the next node until it is confirmed. */
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

/** A commit of a shared data model may include concurrent writes, so its content is checked only at the end. */
export const commit: Step = async (clients, known) => {
  await insist(clients, known, (fleet, node) => commitModel(fleet, node, known, 'Commit of the trial'))
  known.main = new Map(known.dev)
}

/** The kinds of steps, used in turn. */
export const steps: Step[] = [put, put, rename, commit, put, remove]
