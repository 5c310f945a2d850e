import { pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { contentAt, type Model, readFiles } from './models.ts'
import { type Refusal, refusalOf, type TokenWriters } from './token-writers.ts'

export type Readers = {
  reads: () => number
  refused: Refusal[]
  /** Files with other bytes than were written, and confirmed files that were missing. */
  wrong: string[]
  stop: () => Promise<void>
}

/** Reads the data models in turn at every node. A node that is not the owner must fetch what others wrote from the store. */
export const startReaders = (fleet: Fleet, models: Model[], writers: TokenWriters, count: number): Readers => {
  const refused: Refusal[] = []
  const wrong: string[] = []
  const stopping = new AbortController()
  let reads = 0
  let turn = 0

  const look = async (): Promise<void> => {
    const model = models[turn % models.length] as Model
    const node = fleet.nodes[Math.floor(turn++ / models.length) % fleet.nodes.length] as FleetNode
    const before = writers.acknowledged.filter((write) => write.model === model)
    const shown = await readFiles(fleet, node, model, true)
    if (!(shown instanceof Map)) {
      refused.push(refusalOf(shown))
      return
    }
    reads++
    for (const [path, content] of shown) if (contentAt(path) !== null && content !== contentAt(path)) wrong.push(`other bytes: ${path}`)
    for (const { path } of before) if (!shown.has(path)) wrong.push(`not shown: ${path}`)
  }
  const read = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look()
      await pause(20)
    }
  }
  const running = Array.from({ length: count }, read)
  return {
    reads: () => reads,
    refused,
    wrong,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
