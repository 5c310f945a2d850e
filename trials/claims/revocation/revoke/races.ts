import type { Answer } from '../../../harness/caller.ts'
import { eachOf } from '../../../harness/each-of.ts'
import type { Embedding } from '../../../harness/embedding.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { ExchangeGate } from './exchange-gate.ts'
import type { Fleet } from './fleet.ts'
import { type Ending, endings, type Fixture, makeFixtures } from './grounds.ts'

/** The request in flight when the token ends. The first two return a token. */
type Flight = 'exchange' | 'renewal' | 'first use'
const flights: Flight[] = ['exchange', 'renewal', 'first use']

type Race = { ending: Ending; flight: Flight }
type Flown = { race: Race; tokens: string[]; isGiven: boolean; isOverlapping: boolean; refusal: string }

export type RaceFigures = {
  races: number
  given: number
  refused: number
  /** Races in which the requests overlapped. */
  overlapping: number
  /** Tokens that a process accepts two seconds after the last ending. */
  alive: number
}
export type Races = { total: RaceFigures; byKind: Record<string, RaceFigures>; otherAnswers: Record<string, number> }

const holdsWithinMs = 2000
const atOnce = 24
// The rounds of a batch share one wait of two seconds.
const roundsInBatch = 4
const maxTries = 40
// `queueingMs`: requests join their batch. `endingMs`: endings that do not wait for the flight complete.
const queueingMs = 40
const endingMs = 120
const spreadMs = 20

/** One round: every ending against every flight on every process, all at once. */
const roundOn = (processes: number): Race[] =>
  Array.from({ length: processes }, () => flights.flatMap((flight) => endings.map((ending) => ({ ending, flight })))).flat()

const timed = async <T>(work: Promise<T>): Promise<{ value: T; fromMs: number; toMs: number }> => {
  const fromMs = performance.now()
  const value = await work
  return { value, fromMs, toMs: performance.now() }
}

export const createRaces = (fleet: Fleet, embedding: Embedding, gate: ExchangeGate) => {
  let made = 0
  const { processes } = fleet
  const at = (place: number): FacetProcess => processes[place % processes.length] as FacetProcess

  /** Repeats a request that is not part of the race while it is answered with 503. */
  const served = async (ask: () => Promise<Answer>): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      const answer = await ask()
      if (answer.status !== 503 || tries === maxTries) return answer
      await pause(25)
    }
  }
  const textOf = async (name: string, ask: () => Promise<Answer>): Promise<string> => {
    const { status, code, body } = await served(ask)
    if (status !== 200) throw new Error(`Expected ${name}, received ${status} ${code}.`)
    return String(body[name])
  }

  /** Mints a session for the race and prepares the request of its flight. */
  const prepare = async ({ ending, flight }: Race, ground: Fixture, process: FacetProcess) => {
    const mint = () => textOf('sessionId', () => embedding.mint(process, ending.body(ground), ground.key))
    const exchange = (id: string) => textOf('token', () => embedding.exchange(process, id))
    const sessionId = await mint()
    const send = (path: string, token?: string) =>
      embedding.ask(process, {
        method: 'POST',
        path: `/api/v1/embed/session/${path}`,
        body: { sessionId },
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      })
    if (flight === 'exchange') return { sessionId, tokens: [], start: () => send('token') }
    if (flight === 'renewal') {
      const token = await exchange(await mint())
      return { sessionId, tokens: [], start: () => send('renew', token) }
    }
    const token = await exchange(sessionId)
    return { sessionId, tokens: [token], start: () => embedding.use(process, token) }
  }

  const end = async ({ ending }: Race, ground: Fixture, sessionId: string, place: number): Promise<void> => {
    for (let tries = 1; ; tries++)
      try {
        await ending.end(fleet.api(place + tries), ground, sessionId)
        return
      } catch (error) {
        if (tries === maxTries || (error as { status?: number }).status !== 503) throw error
        await pause(25)
      }
  }

  type Ready = Awaited<ReturnType<typeof prepare>>

  /** Sends the exchanges and renewals and holds those that reach the gate between check and commit. */
  const stopAtGate = async (
    round: Race[],
    ready: Ready[],
  ): Promise<{ flying: (ReturnType<typeof sent> | null)[]; open: () => Promise<void> }> => {
    const openers = await Promise.all(processes.map((process) => textOf('sessionId', () => embedding.mint(process))))
    await gate.close()
    // One exchange per process first: while the gate holds it, the others form one batch behind it.
    const opening = processes.map((process, place) => embedding.exchange(process, openers[place] as string))
    await gate.untilWaiting(processes.length)
    const flying = round.map(({ flight }, number) => (flight === 'first use' ? null : sent(ready[number] as Ready)))
    await pause(queueingMs)
    await gate.turn()
    await gate.untilWaiting(processes.length)
    return {
      flying,
      open: async () => {
        await pause(endingMs)
        await gate.open()
        await Promise.all(opening)
      },
    }
  }
  const sent = ({ start }: Ready) => timed(start())

  /** Sends the flights and endings of a round at once. With `isAtGate`, the endings are sent while the gate holds the flights. */
  const fly = async (round: Race[], isAtGate: boolean): Promise<Flown[]> => {
    const grounds = await makeFixtures(fleet, made, round)
    made += round.length
    const perProcess = round.length / processes.length
    const placeOf = (number: number): number => Math.floor(number / perProcess)
    const ready = await eachOf(round, atOnce, (race, number) => prepare(race, grounds[number] as Fixture, at(placeOf(number))))
    const stopped = isAtGate ? await stopAtGate(round, ready) : undefined
    const over = round.map(async (race, number) => {
      const one = ready[number] as Ready
      const [flown, ended] = await Promise.all([
        stopped?.flying[number] ?? pause((number * 7) % spreadMs).then(() => sent(one)),
        pause((number * 11) % spreadMs).then(() => timed(end(race, grounds[number] as Fixture, one.sessionId, placeOf(number)))),
      ])
      const { status, code, body } = flown.value
      return {
        race,
        tokens: typeof body['token'] === 'string' ? [...one.tokens, body['token']] : one.tokens,
        isGiven: status === 200,
        isOverlapping: flown.fromMs < ended.toMs && ended.fromMs < flown.toMs,
        refusal: status === 200 ? '' : `${status} ${code}`,
      }
    })
    await stopped?.open()
    return Promise.all(over)
  }

  const isAlive = async (token: string, noteOther: (answer: string) => void): Promise<boolean> => {
    const answers = await Promise.all(processes.map((process) => served(() => embedding.use(process, token))))
    for (const { status, code } of answers) if (status !== 200 && status !== 401) noteOther(`${status} ${code}`)
    return answers.some(({ status }) => status === 200)
  }

  /** Runs whole rounds until there were at least so many races. */
  return async (least: number, say: (line: string) => void): Promise<Races> => {
    const none = (): RaceFigures => ({ races: 0, given: 0, refused: 0, overlapping: 0, alive: 0 })
    const found: Races = { total: none(), byKind: {}, otherAnswers: {} }
    const noteOther = (answer: string): void => {
      found.otherAnswers[answer] = (found.otherAnswers[answer] ?? 0) + 1
    }
    const note = async ({ race, tokens, isGiven, isOverlapping, refusal }: Flown): Promise<void> => {
      let alive = 0
      for (const token of tokens) if (await isAlive(token, noteOther)) alive++
      if (refusal !== '' && !refusal.startsWith('401') && !refusal.startsWith('503')) noteOther(refusal)
      const kind = `${race.ending.name}, ${race.flight}`
      found.byKind[kind] ??= none()
      for (const figures of [found.total, found.byKind[kind]]) {
        figures.races++
        figures.given += Number(isGiven)
        figures.refused += Number(!isGiven)
        figures.overlapping += Number(isOverlapping)
        figures.alive += alive
      }
    }
    while (found.total.races < least) {
      const flown: Flown[] = []
      for (let rounds = 0; rounds < roundsInBatch && found.total.races + flown.length < least; rounds++)
        flown.push(...(await fly(roundOn(processes.length), rounds % 2 === 0)))
      await pause(holdsWithinMs)
      await eachOf(flown, atOnce, note)
      say(`races: ${JSON.stringify(found.total)}`)
    }
    return found
  }
}
