import { randomInt } from 'node:crypto'

/** Sequences that a lane runs before it checks whether another lane found a divergence. */
export const stretch = 50
const maxSeeds = 2 ** 31

export const randomSeed = (): number => randomInt(maxSeeds)

const seedOf = (lane: number, turn: number, first: number): number => (first + lane * 1_000_003 + turn * 7919) % maxSeeds

/** A difference between service and model, and the seed that repeats it in the first lane. */
export type Divergence = { seed: number; counterexample: string }

/** Runs random sequences in a lane. Returns the shortest counterexample, or null. */
export type RunSequences<Lane> = (lane: Lane, seed: number, count: number) => Promise<string | null>

export const runSeed = async <Lane>(run: RunSequences<Lane>, lane: Lane, seed: number, count = stretch): Promise<Divergence[]> => {
  const counterexample = await run(lane, seed, count)
  return counterexample === null ? [] : [{ seed, counterexample }]
}

type Search = { sequences: number; seed: number; onProgress: (seconds: number) => void }

/** Runs all lanes at once, so that the service batches requests of many tenants, until one finds a divergence. */
export const runLanes = async <Lane>(lanes: Lane[], run: RunSequences<Lane>, { sequences, seed, onProgress }: Search) => {
  const found: Divergence[] = []
  let left = sequences
  const startedMs = performance.now()
  const runLane = async (lane: Lane, index: number): Promise<void> => {
    for (let turn = 0; left > 0 && found.length === 0; turn++) {
      const count = Math.min(stretch, left)
      left -= count
      found.push(...(await runSeed(run, lane, seedOf(index, turn, seed), count)))
      if (index === 0) onProgress(Math.round((performance.now() - startedMs) / 1000))
    }
  }
  await Promise.all(lanes.map(runLane))
  return found
}
