import { isDeepStrictEqual } from 'node:util'
import { findingOf } from '../harness/gate.ts'
import { pause } from '../harness/numbers.ts'
import { comparePairs } from '../harness/pairs.ts'
import type { Trial, TrialOptions } from '../trial.ts'
import type { ServedModel } from './isolation/deployment.ts'
import { ownToken } from './starts/bare-engine.ts'
import { openStartGround, type StartGround } from './starts/ground.ts'
import { firstQuery, modelOf, waitingFile } from './starts/model.ts'

const gate = 1.3
const patienceMs = 300_000
const betweenAsksMs = 5

type Rows = readonly object[]

const path = `/load?${new URLSearchParams({ query: JSON.stringify(firstQuery) }).toString()}`

const rowsOf = (text: string): Rows => (JSON.parse(text) as { data: Rows }).data

/** Asks as a client does, which waits when it is told to, and gives how long it took. */
const askUntilAnswered = async (url: string, token: string): Promise<{ ms: number; rows: Rows }> => {
  const startedMs = performance.now()
  while (performance.now() - startedMs < patienceMs) {
    const response = await fetch(url, { headers: { authorization: token } })
    const text = await response.text()
    if (response.status === 200 && !text.includes('Continue wait')) return { ms: performance.now() - startedMs, rows: rowsOf(text) }
    if (response.status !== 503 && response.status !== 200)
      throw new Error(`A query was answered ${response.status}: ${text.slice(0, 300)}`)
    await pause(betweenAsksMs)
  }
  throw new Error('The engine did not wake.')
}

const compare = async ({ stack, bare, secret, serve }: StartGround, { quick, plants, say }: TrialOptions) => {
  const [pairs, cubes] = quick ? [1, 10] : [9, 20]
  const files = modelOf(cubes)
  const token = ownToken(secret)
  const expected = rowsOf((await bare.time(files, `/cubejs-api/v1${path}`)).text)
  const same = (rows: Rows): void => {
    if (expected.length === 0 || !isDeepStrictEqual(rows, expected)) throw new Error('The measurement is broken: the answers differ.')
  }
  // There is memory for one process: whoever is asked puts the other to sleep.
  const turns: ServedModel[] = [await serve('Wakes', files), await serve('Wakes too', files)]
  const wake = async ({ dataPath }: ServedModel): Promise<number> => {
    const { ms, rows } = await askUntilAnswered(`${stack.url}${dataPath}${path}`, token)
    same(rows)
    return ms
  }
  const baseline = async (): Promise<number> => {
    const { ms, text } = await bare.time(files, `/cubejs-api/v1${path}`)
    same(rowsOf(text))
    return ms
  }
  let asked = 0
  const subject = (): Promise<number> => wake(turns[asked++ % 2] as ServedModel)
  await subject()
  say(`ms to the first answer, ${cubes} cubes: the bare engine from its start → a suspended one through the gateway`)
  const compared = await comparePairs(pairs, { baseline, subject }, say)
  if (!plants) return { compared }
  say('the same with a cube.js that waits for longer than the bare engine takes')
  const slow = await serve('Wakes slowly', [...files, waitingFile(compared.baseline)])
  const planted = await comparePairs(1, { baseline, subject: () => wake(slow) }, say)
  return { compared, planted: planted.ratio }
}

export const trial: Trial = {
  family: 'bench',
  name: 'wake',
  runsOn: 'nightly',
  summary: 'first response of a suspended engine, against the start of a bare engine',
  claim: 'A suspended engine responds almost as soon as it can start.',
  gate: 'Ratio at most 1.3.',
  onFailure: 'The build or the artifact download starts late, or readiness is noticed late (`engines/connection.ts`).',
  needs: ['postgres', 's3', 'namespaces'],
  short: { seconds: 70, pace: 'alone' },
  run: async (options) => {
    const ground = await openStartGround({
      FACET_ENGINE_MEMORY_MB: '1024',
      FACET_ENGINE_PROCESS_MEMORY_MB: '1024',
      FACET_ENGINE_START_SECONDS: '600',
    })
    try {
      const { compared, planted } = await compare(ground, options)
      return findingOf(options.quick, {
        isHeld: planted === undefined || planted > gate,
        isReached: compared.ratio <= gate,
        figures: { ...compared, better: 'lower', gate, unit: 'ms', planted },
      })
    } finally {
      await ground.close()
    }
  },
}
