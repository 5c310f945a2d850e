import { documentOf, failureOf, valueOf } from './answer.ts'
import { type Deadline, deadline } from './deadline.ts'
import { networkFailure } from './failure.ts'
import { chunksOf, linesOf } from './lines.ts'
import type { Call } from './operation.ts'
import { bodyOf, headersOf, urlOf } from './request.ts'
import { delayBefore } from './retry.ts'
import type { Settings } from './settings.ts'

/** Calls an operation and reads its whole answer. */
export const fetchValue = (call: Call, settings: Settings): Promise<unknown> =>
  repeated(call, settings, async (response, time) => {
    const text = await reached(call, time, settings, () => response.text())
    return call.operation.documents ? documentOf(call.id, response, text) : valueOf(call.id, response, text)
  })

/** Calls an operation that streams; nothing is sent before the first object, or the first bytes, are asked for. */
export async function* fetchStream(call: Call, settings: Settings): AsyncGenerator<unknown, void, undefined> {
  const response = await repeated(call, settings, async (started) => started)
  yield* (call.operation.bytes ? chunksOf : linesOf)(call.id, response, call.options.signal)
}

type Read<T> = (response: Response, time: Deadline) => Promise<T>

const repeated = async <T>(call: Call, settings: Settings, read: Read<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(call, settings, read)
    } catch (failure) {
      const delayMs = delayBefore(failure, attempt, call.operation, settings.retries)
      if (delayMs === undefined) throw failure
      await settings.wait(delayMs, call.options.signal)
    }
  }
}

const once = async <T>(call: Call, settings: Settings, read: Read<T>): Promise<T> => {
  call.options.signal?.throwIfAborted()
  const url = urlOf(call, settings)
  const headers = await headersOf(call, settings)
  const time = deadline(settings.timeoutMs, call.options.signal)
  try {
    const { fetch } = settings
    const init = { method: call.operation.method, headers, body: bodyOf(call), signal: time.signal }
    const response = await reached(call, time, settings, () => fetch(url, init))
    if (response.ok) return await read(response, time)
    throw failureOf(call.id, response, await reached(call, time, settings, () => response.text()))
  } finally {
    time.stop()
  }
}

/** Runs a step that needs the network. The caller's own abort passes through; all else is one kind of failure. */
const reached = async <T>({ id, options }: Call, time: Deadline, { timeoutMs }: Settings, step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (cause) {
    options.signal?.throwIfAborted()
    throw networkFailure(id, time.hasPassed() ? `${timeoutMs} ms passed` : 'the connection failed', cause)
  }
}
