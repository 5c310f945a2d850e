import { randomUUID } from 'node:crypto'
import { asAsked } from '@facet/testkit/relay'
import type { Answer } from '../../../harness/caller.ts'
import { createMoment } from '../../../harness/moment.ts'
import { pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from '../../durability/authoring/fleet.ts'
import { committed, type KillCase, killCases, type Prepared, type Stand } from './kill-cases.ts'

type Sent = Prepared & { kind: KillCase['name']; operation: string; key: string }

/** The outcome of a request whose process was killed. */
export type Survivor = {
  kind: KillCase['name']
  operation: string
  /** It was held until the kill and had not timed out. */
  isHit: boolean
  /** Repetitions until it was answered. */
  repeats: number
  /** `done now`, `done before` (a replay), or the refusal of the repetition. */
  answer: string
  effects: number
  isSameAgain: boolean
}

const maxStandMs = 15_000
const maxRepeats = 60
const repeatPauseMs = 500

const post = (fleet: Fleet, node: Pick<FleetNode, 'url'>, { path, body, key }: Sent): Promise<Answer> =>
  fleet.ask(node, { method: 'POST', path, body, headers: { 'idempotency-key': key }, timeoutMs: 60_000 })

/** Holds the next request that reaches this moment until the process is killed. */
const standAt = (node: FleetNode, stand: Stand): Promise<void> => {
  if (typeof stand === 'object') return node.database.hold(stand.database, stand.statement).held
  const { reached, reach } = createMoment()
  node.store.behave(async (exchange) => {
    // Ignore uploads of other objects.
    if (exchange.method !== 'PUT' || !exchange.key.includes('/packs/')) return asAsked(exchange)
    node.store.behave(asAsked)
    reach()
    return exchange.left
  })
  return reached
}

type Group = { stands: Stand[]; requests: Sent[] }

/** One request per moment, alternating between the operations. */
const groupOf = async (fleet: Fleet, node: FleetNode, { name: kind, operations, stands }: KillCase): Promise<Group> => {
  const requests = stands.map(async (_, place): Promise<Sent> => {
    const { operation, prepare } = operations[place % operations.length] as KillCase['operations'][number]
    const key = `killed-${randomUUID()}`
    return { ...(await prepare(fleet, node, `${operation} ${key}`)), kind, operation, key }
  })
  return { stands, requests: await Promise.all(requests) }
}

/** Sends all requests at once. Each moment holds the first request that reaches it, so finally one request is held at each moment. */
const bringToStand = async (fleet: Fleet, node: FleetNode, { stands, requests }: Group, answered: Set<Sent>): Promise<void> => {
  const reached = Promise.all(stands.map((stand) => standAt(node, stand)))
  for (const request of requests) void post(fleet, node, request).then(() => answered.add(request))
  const isReached = await Promise.race([reached.then(() => true), pause(maxStandMs).then(() => false)])
  if (!isReached) throw new Error(`Of ${requests.length} requests not all came to stand.`)
}

const insist = async (fleet: Fleet, node: FleetNode, sent: Sent): Promise<{ answer: Answer; repeats: number }> => {
  for (let repeats = 0; ; repeats++) {
    const answer = await post(fleet, node, sent)
    const isPassing = answer.status === 503 || answer.status === 0 || answer.code === 'idempotency_in_progress'
    if (!isPassing || repeats === maxRepeats) return { answer, repeats }
    await pause(repeatPauseMs)
  }
}

const doneBefore = 'done before'

const nameOf = ({ status, code, headers }: Answer): string => {
  if (status !== 200) return `${status} ${code}`
  return headers['idempotency-replayed'] === undefined ? 'done now' : doneBefore
}

const survive = async (fleet: Fleet, node: FleetNode, sent: Sent, isHit: boolean): Promise<Survivor> => {
  const { answer, repeats } = await insist(fleet, node, sent)
  const again = await post(fleet, node, sent)
  return {
    kind: sent.kind,
    operation: sent.operation,
    isHit,
    repeats,
    answer: nameOf(answer),
    effects: await sent.effects(),
    isSameAgain: nameOf(again) === doneBefore && JSON.stringify(again.body) === JSON.stringify(answer.body),
  }
}

/** Holds one request at every moment on one process, kills the process, starts another and repeats each request there. */
export const killAtEveryMoment = async (fleet: Fleet, victim: FleetNode, heir: FleetNode): Promise<Survivor[]> => {
  const groups = await Promise.all(killCases.map((killCase) => groupOf(fleet, victim, killCase)))
  const answered = new Set<Sent>()
  for (const group of groups) await bringToStand(fleet, victim, group, answered)
  const missed = new Set(answered)
  await victim.kill()
  victim.database.dropAll()
  await heir.start()
  const requests = groups.flatMap((group) => group.requests)
  return Promise.all(requests.map((request) => survive(fleet, heir, request, !missed.has(request))))
}

export const isOnce = ({ answer, effects, isSameAgain }: Survivor): boolean =>
  effects === 1 && isSameAgain && ['done now', doneBefore].includes(answer)

/** Whether as many repetitions were replays as requests were killed after their COMMIT. */
export const areReplaysCounted = (survivors: Survivor[], kills: number): boolean =>
  killCases.every(({ name, stands }) => {
    const replays = survivors.filter(({ kind, answer }) => kind === name && answer === doneBefore)
    return replays.length === kills * stands.filter((stand) => stand === committed).length
  })
