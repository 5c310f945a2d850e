import type { Actor, TestServer } from './server.ts'
import { dataPathOf } from './given-data-api.ts'

export type Loaded = { status: number; code?: string; error?: string; data?: Record<string, unknown>[] }

/** Asks the data API of a deployment with a token; like a client it comes again for an answer that takes longer than a request may. */
export const loaderOf = async (server: TestServer, owner: Actor) => {
  const url = `${server.url()}${await dataPathOf(owner)}/cubejs-api/v1/load`
  return async (token: string, query: object): Promise<Loaded> => {
    for (;;) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...owner.headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const loaded = { status: response.status, ...((await response.json()) as object) } as Loaded
      if (loaded.error !== 'Continue wait') return loaded
    }
  }
}
export type Load = Awaited<ReturnType<typeof loaderOf>>

type Asked = { answers: number; wrong: unknown[] }

/** Asks without a pause, several at once, until it is told to stop; gives how often, and every answer that was not as it should be. */
export const askAllTheTime = (ask: (turn: number) => Promise<unknown>, isRight: (answer: unknown) => boolean, atOnce = 2) => {
  const asked: Asked = { answers: 0, wrong: [] }
  let isOver = false
  let turns = 0
  const one = async (): Promise<void> => {
    while (!isOver) {
      const answer = await ask(turns++).catch((error: unknown) => error)
      asked.answers++
      if (!isRight(answer)) asked.wrong.push(answer)
    }
  }
  const all = Array.from({ length: atOnce }, one)
  return {
    answers: () => asked.answers,
    stop: async (): Promise<Asked> => {
      isOver = true
      await Promise.all(all)
      return asked
    },
  }
}
