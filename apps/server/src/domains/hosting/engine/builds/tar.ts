import { tarEnd, tarPadding, writeTarHeader } from '#adapters/tar'

export type TarFile = { path: string; size: number; chunks: () => AsyncIterable<Buffer> }

const padding = (size: number): Buffer => Buffer.alloc(tarPadding(size))

/** A record that counts its own length. */
const paxRecord = (key: string, value: string): Buffer => {
  const rest = ` ${key}=${value}\n`
  const restBytes = Buffer.byteLength(rest)
  let length = restBytes + String(restBytes).length
  if (String(length).length !== String(restBytes).length) length = restBytes + String(length).length
  return Buffer.from(`${length}${rest}`)
}

const isShort = (path: string): boolean => path.length <= 100 && /^[\x20-\x7e]+$/.test(path)

function* headersOf(path: string, size: number): Generator<Buffer, void> {
  if (isShort(path)) {
    yield writeTarHeader(path, size)
    return
  }
  const record = paxRecord('path', path)
  yield writeTarHeader('pax', record.length, 'x')
  yield record
  yield padding(record.length)
  yield writeTarHeader('long', size)
}

/** The files as a tar archive, in the order given. */
export async function* tarOf(files: Iterable<TarFile>): AsyncGenerator<Buffer> {
  for (const { path, size, chunks } of files) {
    yield* headersOf(path, size)
    let written = 0
    for await (const chunk of chunks()) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${path} had ${size} bytes and now has ${written}.`)
    yield padding(size)
  }
  yield tarEnd()
}
