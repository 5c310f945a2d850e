import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Inactivity } from './inactivity.ts'
import type { ObjectSource } from './object-store.ts'

const pieceBytes = 64 * 1024

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function* watchedPieces(source: ObjectSource, { moved }: Inactivity): AsyncGenerator<Buffer> {
  const pieces = Buffer.isBuffer(source)
    ? piecesOf(source)
    : (createReadStream(source.file, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>)
  for await (const piece of pieces) {
    moved()
    yield piece
  }
}

export type SentBody = {
  stream: Readable
  /** Aborts when the source cannot be read, as when its file is gone: without a listener the error would end the process. */
  broken: AbortSignal
}

/** What is sent, taken from its source no faster than the store takes it. A new one for each attempt. */
export const bodyOf = (source: ObjectSource, watch: Inactivity): SentBody => {
  const broken = new AbortController()
  const stream = Readable.from(watchedPieces(source, watch), { objectMode: false, highWaterMark: pieceBytes })
  stream.on('error', (error) => broken.abort(error))
  return { stream, broken: broken.signal }
}
