import { pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { type Model, newToken, type Put, putFile } from './models.ts'

export type Written = Put & { model: Model; writer: number; tries: number }
export type Refusal = { status: number; code: string; hasRetryAfter: boolean; body: string }

export type TokenWriters = {
  /** Confirmed writes, which must not be lost. */
  acknowledged: Written[]
  refused: Refusal[]
  /** Requests in flight. */
  underWay: () => number
  stop: () => Promise<void>
}

const retryPauseMs = 50

/** Whether the same request can succeed later at another node. */
export const isPassing = ({ status, code }: { status: number; code: string }): boolean => status === 503 || code === 'no_answer'

export const refusalOf = (answer: Awaited<ReturnType<typeof putFile>>): Refusal => ({
  status: answer.status,
  code: answer.code,
  hasRetryAfter: answer.retryAfter !== null,
  body: JSON.stringify(answer.body),
})

/**
 * Writes one file after the other, through the nodes in turn. A write that fails temporarily is repeated at the next node until it is
 * confirmed. Each write has its own file, so a repetition of a write that was committed unseen is the same write.
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
      // Completes a started write even when stopping, because its outcome must be known.
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
