import { pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { type Model, newToken, type Put, putFile } from './models.ts'

export type Written = Put & { model: Model; writer: number; tries: number }
export type Refusal = { status: number; code: string; hasRetryAfter: boolean; body: string }

export type TokenWriters = {
  /** Confirmed, each once: from here on it must not be lost. */
  acknowledged: Written[]
  refused: Refusal[]
  /** Requests under way. */
  underWay: () => number
  stop: () => Promise<void>
}

const retryPauseMs = 50
const connectionCodes = new Set(['no_answer'])

/** No answer, or an outage: the same request can succeed a moment later, at another node. */
export const isPassing = ({ status, code }: { status: number; code: string }): boolean => status === 503 || connectionCodes.has(code)

export const refusalOf = (answer: Awaited<ReturnType<typeof putFile>>): Refusal => ({
  status: answer.status,
  code: answer.code,
  hasRetryAfter: answer.retryAfter !== null,
  body: JSON.stringify(answer.body),
})

/**
 * Writers that put one file after the other, through the nodes in turn. A write that fails in passing is repeated elsewhere
 * until it is confirmed; its file is no other's, so that one whose first try landed unseen is the same write still.
 */
export const startTokenWriters = (fleet: Fleet, models: Model[], count: number, pauseMs = 0): TokenWriters => {
  const acknowledged: Written[] = []
  const refused: Refusal[] = []
  const stopping = new AbortController()
  let underWay = 0
  let turn = 0

  const tryOnce = async (model: Model, put: Put): Promise<'done' | 'again' | 'refused'> => {
    const up = fleet.nodes.filter(({ isUp }) => isUp())
    const node = up[turn++ % up.length] as FleetNode
    underWay++
    const answer = await putFile(fleet, node, model, put).finally(() => underWay--)
    if (answer.status === 200) return 'done'
    refused.push(refusalOf(answer))
    return isPassing(answer) ? 'again' : 'refused'
  }

  const write = async (writer: number): Promise<void> => {
    const model = models[writer % models.length] as Model
    for (let made = 0; !stopping.signal.aborted; made++) {
      const put = newToken(`w${writer}-${Math.floor(made / 100)}`)
      let tries = 1
      let outcome = await tryOnce(model, put)
      // A write that was begun is seen to its end: what became of it must be known.
      for (; outcome === 'again'; tries++) {
        await pause(retryPauseMs)
        outcome = await tryOnce(model, put)
      }
      if (outcome === 'done') acknowledged.push({ ...put, model, writer, tries })
      await pause(pauseMs)
    }
  }

  const running = Array.from({ length: count }, (_, writer) => write(writer))
  return {
    acknowledged,
    refused,
    underWay: () => underWay,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
