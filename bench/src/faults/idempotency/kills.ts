import { randomUUID } from 'node:crypto'
import { createMoment } from '../../harness/moment.ts'
import type { Answer } from '../../harness/caller.ts'
import { pause } from '../../harness/numbers.ts'
import { asAsked } from '../../harness/store-relay.ts'
import type { Fleet, FleetNode } from '../authoring/fleet.ts'
import { killCases, type Prepared, type Stand } from './kill-cases.ts'
import { plantedKey } from './plant.ts'

type Sent = Prepared & { operation: string; moment: string; key: string }

/** What became of a request whose process was killed under it. */
export type Survivor = {
  operation: string
  moment: string
  isPlanted: boolean
  /** Told to repeat, before it was answered. */
  repeats: number
  /** What a repetition heard: that it was done now, that it was done before, or a refusal. */
  answer: string
  effects: number
  isSameAgain: boolean
}

const mostStandMs = 15_000
const mostRepeats = 40
const repeatPauseMs = 500

const post = (fleet: Fleet, node: Pick<FleetNode, 'url'>, { path, body, key }: Sent): Promise<Answer> =>
  fleet.ask(node, { method: 'POST', path, body, headers: { 'idempotency-key': key }, timeoutMs: 60_000 })

/** Has the next who comes there stand still; nothing is let go before the process is gone. */
const standAt = (node: FleetNode, stand: Stand): Promise<void> => {
  if ('database' in stand) return node.database.hold(stand.database, stand.statement).held
  const { reached, reach } = createMoment()
  node.store.behave(async (exchange) => {
    if (exchange.method !== stand.store) return asAsked(exchange)
    node.store.behave(asAsked)
    reach()
    return exchange.left
  })
  return reached
}

const insist = async (fleet: Fleet, node: FleetNode, sent: Sent): Promise<{ answer: Answer; repeats: number }> => {
  for (let repeats = 0; ; repeats++) {
    const answer = await post(fleet, node, sent)
    const isPassing = answer.status === 503 || answer.status === 0 || answer.code === 'idempotency_in_progress'
    if (!isPassing || repeats === mostRepeats) return { answer, repeats }
    await pause(repeatPauseMs)
  }
}

const nameOf = ({ status, code, headers }: Answer): string => {
  if (status !== 200) return `${status} ${code}`
  return headers['idempotency-replayed'] === undefined ? 'done now' : 'done before'
}

const survive = async (fleet: Fleet, node: FleetNode, sent: Sent): Promise<Survivor> => {
  const { answer, repeats } = await insist(fleet, node, sent)
  const again = await post(fleet, node, sent)
  return {
    operation: sent.operation,
    moment: sent.moment,
    isPlanted: sent.key.startsWith(plantedKey),
    repeats,
    answer: nameOf(answer),
    effects: await sent.effects(),
    isSameAgain: nameOf(again) === 'done before' && JSON.stringify(again.body) === JSON.stringify(answer.body),
  }
}

type Wanted = { operation: string; moment: string; stand: Stand; isPlanted: boolean }

const wanted = (): Wanted[] =>
  killCases.flatMap(({ operation, moments }) => {
    const stands = Object.entries(moments).map(([moment, stand]) => ({ operation, moment, stand, isPlanted: false }))
    // Where there is one transaction, there is nothing between it and another.
    const planted = 'claimed' in moments ? stands.filter(({ moment }) => moment === 'committed') : []
    return [...stands, ...planted.map((stand) => ({ ...stand, isPlanted: true }))]
  })

/**
 * Brings a request of each operation to each of its moments, all on one process; kills it; starts another; and repeats each
 * request there as a client would.
 */
export const killAtEveryMoment = async (fleet: Fleet, victim: FleetNode, heir: FleetNode, round: number): Promise<Survivor[]> => {
  const ready: (Sent & { stand: Stand })[] = []
  for (const { operation, moment, stand, isPlanted } of wanted()) {
    const killCase = killCases.find((one) => one.operation === operation) as (typeof killCases)[number]
    const prepared = await killCase.prepare(fleet, victim, `${operation} ${moment} ${isPlanted ? 'planted' : ''} ${round}`)
    const key = `${isPlanted ? plantedKey : 'killed'}-${randomUUID()}`
    ready.push({ ...prepared, operation, moment, stand, key })
  }
  for (const request of ready) {
    const reached = standAt(victim, request.stand)
    void post(fleet, victim, request)
    const isReached = await Promise.race([reached.then(() => true), pause(mostStandMs).then(() => false)])
    if (!isReached) throw new Error(`${request.operation} did not come to the moment "${request.moment}".`)
  }
  await victim.kill()
  victim.database.dropAll()
  await heir.start()
  return Promise.all(ready.map((request) => survive(fleet, heir, request)))
}

/** Whether everything is as one effect and one answer demand. What was done before the kill is answered as done, and not again. */
export const isOnce = ({ moment, answer, effects, isSameAgain }: Survivor): boolean =>
  effects === 1 && isSameAgain && answer === (moment === 'committed' ? 'done before' : 'done now')
