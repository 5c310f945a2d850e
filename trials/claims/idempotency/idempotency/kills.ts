import { randomUUID } from 'node:crypto'
import { asAsked } from '@facet/testkit/relay'
import type { Answer } from '../../../harness/caller.ts'
import { createMoment } from '../../../harness/moment.ts'
import { pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from '../../durability/authoring/fleet.ts'
import { committed, type KillCase, killCases, type Killed, type Prepared, type Stand } from './kill-cases.ts'
import { plantedKey } from './plant.ts'

type Sent = Prepared & { kind: KillCase['name']; operation: string; key: string }

/** What became of a request whose process was killed under it. */
export type Survivor = {
  kind: KillCase['name']
  operation: string
  isPlanted: boolean
  /** It stood still until the kill, and had not given up before. */
  isHit: boolean
  /** Told to repeat, before it was answered. */
  repeats: number
  /** What a repetition heard: that it was done now, that it was done before, or a refusal. */
  answer: string
  effects: number
  isSameAgain: boolean
}

const maxStandMs = 15_000
const maxRepeats = 60
const repeatPauseMs = 500

const post = (fleet: Fleet, node: Pick<FleetNode, 'url'>, { path, body, key }: Sent): Promise<Answer> =>
  fleet.ask(node, { method: 'POST', path, body, headers: { 'idempotency-key': key }, timeoutMs: 60_000 })

/** Has the next who comes there stand still; nothing is let go before the process is gone. */
const standAt = (node: FleetNode, stand: Stand): Promise<void> => {
  if (typeof stand === 'object') return node.database.hold(stand.database, stand.statement).held
  const { reached, reach } = createMoment()
  node.store.behave(async (exchange) => {
    // The store is given other things too, which nobody here waits for.
    if (exchange.method !== 'PUT' || !exchange.key.includes('/packs/')) return asAsked(exchange)
    node.store.behave(asAsked)
    reach()
    return exchange.left
  })
  return reached
}

const prepare = async (fleet: Fleet, node: FleetNode, kind: Sent['kind'], { operation, prepare: make }: Killed, prefix: string) => {
  const key = `${prefix}-${randomUUID()}`
  return { ...(await make(fleet, node, `${operation} ${key}`)), kind, operation, key }
}

type Group = { stands: Stand[]; requests: Sent[] }

/** As many requests as moments, of both operations in turns. */
const groupOf = async (fleet: Fleet, node: FleetNode, { name, operations, stands }: KillCase): Promise<Group> => ({
  stands,
  requests: await Promise.all(
    stands.map((_, place) => prepare(fleet, node, name, operations[place % operations.length] as Killed, 'killed')),
  ),
})

/** For the planted fault: killed behind the COMMIT, where it matters that the answer was kept. In one transaction nothing lies between. */
const plantedGroup = async (fleet: Fleet, node: FleetNode): Promise<Group> => {
  const { operations } = killCases.find(({ name }) => name === 'steps') as KillCase
  return {
    stands: operations.map(() => committed),
    requests: await Promise.all(operations.map((killed) => prepare(fleet, node, 'steps', killed, plantedKey))),
  }
}

/** All at once: each moment keeps the first who comes there, so that in the end one stands in each of them. */
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
    isPlanted: sent.key.startsWith(plantedKey),
    isHit,
    repeats,
    answer: nameOf(answer),
    effects: await sent.effects(),
    isSameAgain: nameOf(again) === doneBefore && JSON.stringify(again.body) === JSON.stringify(answer.body),
  }
}

/**
 * Brings requests to every moment of what they do, all on one process; kills it; starts another; and repeats each request
 * there as a client would.
 */
export const killAtEveryMoment = async (fleet: Fleet, victim: FleetNode, heir: FleetNode, arePlanted: boolean): Promise<Survivor[]> => {
  const groups = await Promise.all(killCases.map((killCase) => groupOf(fleet, victim, killCase)))
  if (arePlanted) groups.push(await plantedGroup(fleet, victim))
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

/** Those whose effect stood when the process was killed, by what repetitions heard: as many as there were behind a COMMIT. */
export const areToldTheTruth = (survivors: Survivor[], kills: number): boolean =>
  killCases.every(({ name, stands }) => {
    const told = survivors.filter(({ kind, isPlanted, answer }) => kind === name && !isPlanted && answer === doneBefore)
    return told.length === kills * stands.filter((stand) => stand === committed).length
  })
