import { unexpectedResponse } from './answer.ts'
import { networkFailure } from './failure.ts'

/** The objects of a response that holds one JSON object a line, as they arrive. */
export async function* linesOf(
  operation: string,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await nextChunk(operation, reader, signal)
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield parsed(operation, response, line)
      if (done) return
    }
  } finally {
    // A reader that stops early must let go of the connection; a stream that already failed has nothing to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

type Chunks = ReadableStreamDefaultReader<Uint8Array>

const nextChunk = async (
  operation: string,
  reader: Chunks,
  signal: AbortSignal | undefined,
): Promise<Awaited<ReturnType<Chunks['read']>>> => {
  try {
    return await reader.read()
  } catch (cause) {
    signal?.throwIfAborted()
    throw networkFailure(operation, 'the connection failed before the stream ended', cause)
  }
}

const parsed = (operation: string, response: Response, line: string): unknown => {
  try {
    return JSON.parse(line) as unknown
  } catch (cause) {
    throw unexpectedResponse(operation, response, 'a line that is not JSON', cause)
  }
}
