import type { Answer, Caller } from '../../../harness/caller.ts'
import { pause } from '../../../harness/numbers.ts'
import type { Rights } from './oracle.ts'

/** An embed session: the rows it may see, and its token. */
export type Session = Rights & { label: string; token: string }

export type DataRequest = { path: 'load' | 'sql'; body: Record<string, unknown>; isGet?: boolean }
export type DataAnswer = Pick<Answer, 'status' | 'code' | 'body'> & { sentAtMs: number }

/** Sends a query to the data API. */
export type Door = (session: Session, request: DataRequest) => Promise<DataAnswer>

const patienceMs = 120_000

const isToRepeat = ({ status, body }: Answer): boolean => status === 503 || body['error'] === 'Continue wait'

/** `dataPath`: `/deployment/{slug}/cubejs-api/v1`. */
export const openDoor =
  (caller: Caller, url: string, dataPath: string): Door =>
  async ({ token }, { path, body, isGet = false }) => {
    const parameters = Object.entries(body).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const asking = isGet
      ? { path: `${dataPath}/${path}?${new URLSearchParams(parameters).toString()}` }
      : { method: 'POST', path: `${dataPath}/${path}`, body }
    const startedMs = performance.now()
    for (;;) {
      const sentAtMs = Date.now()
      const answer = await caller.ask({ url }, { host: 'localhost', authorization: `Bearer ${token}`, ...asking })
      if (!isToRepeat(answer) || performance.now() - startedMs > patienceMs) return { ...answer, sentAtMs }
      if (answer.status === 503) await pause(200)
    }
  }
