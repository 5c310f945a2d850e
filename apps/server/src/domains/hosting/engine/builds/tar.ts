const block = 512
const endOfArchive = Buffer.alloc(2 * block)

export type TarFile = { path: string; size: number; chunks: () => AsyncIterable<Buffer> }

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** One header of the ustar form. Nothing in it depends on when and where it is written: equal files are equal archives. */
const header = (name: string, size: number, type: '0' | 'x'): Buffer => {
  const bytes = Buffer.alloc(block)
  bytes.write(name, 0, 100, 'latin1')
  bytes.write('0000644\0', 100)
  bytes.write('0000000\0', 108)
  bytes.write('0000000\0', 116)
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  bytes.write('00000000000\0', 136)
  bytes.write('        ', 148)
  bytes.write(type, 156)
  bytes.write('ustar\u000000', 257)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

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
    yield header(path, size, '0')
    return
  }
  const record = paxRecord('path', path)
  yield header('pax', record.length, 'x')
  yield record
  yield padding(record.length)
  yield header('long', size, '0')
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
  yield endOfArchive
}
