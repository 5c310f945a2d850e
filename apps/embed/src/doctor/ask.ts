/** A request of the doctor, as the report has it: no body, no header, no address with anything in it. */
export type Asked = { what: string; status: number; code: string | null; requestId: string | null; ms: number }

export type Answer = { status: number; code: string | null; message: string; body: unknown; headers: Headers }

export type Ask = {
  /** Status 0: no answer came. */
  json: (what: string, path: string, init?: RequestInit) => Promise<Answer>
  /** A stream, with its lines as they come. What ends the reading hangs up. */
  lines: (what: string, path: string, init?: RequestInit) => AsyncGenerator<unknown, void>
  asked: readonly Asked[]
}

type FailureBody = { code?: unknown; message?: unknown }

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<unknown, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + value).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) yield JSON.parse(line)
    }
  } finally {
    await reader.cancel()
  }
}

export const createAsk = (): Ask => {
  const asked: Asked[] = []
  const send = async (what: string, path: string, init?: RequestInit): Promise<{ response: Response; entry: Asked } | null> => {
    const startedMs = performance.now()
    const tookMs = (): number => Math.round(performance.now() - startedMs)
    try {
      const response = await fetch(path, { credentials: 'omit', ...init })
      const entry = { what, status: response.status, code: null, requestId: response.headers.get('x-request-id'), ms: tookMs() }
      asked.push(entry)
      return { response, entry }
    } catch {
      asked.push({ what, status: 0, code: 'no_answer', requestId: null, ms: tookMs() })
      return null
    }
  }
  const answerOf = async ({ response, entry }: { response: Response; entry: Asked }): Promise<Answer> => {
    const body: unknown = await response.json().catch(() => null)
    const { code, message } = (body ?? {}) as FailureBody
    if (!response.ok) entry.code = textOf(code)
    return { status: response.status, code: entry.code, message: textOf(message) ?? '', body, headers: response.headers }
  }
  return {
    asked,
    json: async (what, path, init) => {
      const sent = await send(what, path, init)
      if (!sent) return { status: 0, code: 'no_answer', message: 'No answer came.', body: null, headers: new Headers() }
      return answerOf(sent)
    },
    async *lines(what, path, init) {
      const sent = await send(what, path, init)
      if (!sent) throw new Error('No answer came.')
      if (sent.response.ok && sent.response.body) return yield* linesOf(sent.response.body)
      const { code, status, message } = await answerOf(sent)
      throw new Error(`${code ?? status}: ${message}`)
    },
  }
}
