/** Each line of a stream, as the JSON that it is. What comes after the last line feed was cut off, and is not a line. */
export async function* readLines<Line>(body: ReadableStream<Uint8Array>): AsyncGenerator<Line, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  // Rows of one widget may come in hundreds of pieces: they are put together once, when their line is whole.
  let pieces: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const [first = '', ...others] = value.split('\n')
      pieces.push(first)
      for (const piece of others) {
        const line = pieces.join('')
        pieces = [piece]
        if (line !== '') yield JSON.parse(line) as Line
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
