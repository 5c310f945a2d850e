import { unexpectedResponse } from './answer.ts'
import { networkFailure } from './failure.ts'

/** The bytes of a response, as they arrive. */
export async function* chunksOf(
  operation: string,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await nextChunk(operation, reader, signal)
      if (done) return
      yield value
    }
  } finally {
    // A reader that stops early must let go of the connection; a stream that already failed has nothing to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

/** The objects of a response that holds one JSON object a line, as they arrive. */
export async function* linesOf(
  operation: string,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunksOf(operation, response, signal)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield parsed(operation, response, line)
  }
  for (const line of (rest + decoder.decode()).split('\n')) if (line.trim() !== '') yield parsed(operation, response, line)
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
