import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** Writes pack files with objects that git itself would not create. */
export type Pack = {
  blob: (content: string | Buffer) => string
  tree: (entries: Entry[]) => string
  commit: (tree: string, parents?: string[], message?: string) => string
  /** A file of `size` bytes, stored as a delta that copies the beginning of another: small in the pack, large when read. */
  repeat: (oid: string, size: number) => string
  /** Overrides the number of objects in the header of the pack. */
  claim: (count: number) => void
  bytes: () => Buffer
}
export type Entry = { mode?: '100644' | '40000' | '120000' | '160000'; name: string; oid: string }

const types = { commit: 1, tree: 2, blob: 3, ofsDelta: 6 } as const
const maxCopy = 0xff_ff_ff

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0))
    rest = Math.floor(rest / 0x80)
  } while (rest > 0)
  return Buffer.from(bytes)
}

/** Encodes type and size of an object. The first byte holds four bits of the size. */
const header = (type: number, size: number): Buffer => {
  const rest = Math.floor(size / 16)
  const first = Buffer.from([(type << 4) | (size & 0x0f) | (rest > 0 ? 0x80 : 0)])
  return rest > 0 ? Buffer.concat([first, varint(rest)]) : first
}

const offsetBack = (distance: number): Buffer => {
  const bytes = [distance & 0x7f]
  for (let rest = Math.floor(distance / 0x80); rest > 0; rest = Math.floor(rest / 0x80)) bytes.unshift(0x80 | (--rest & 0x7f))
  return Buffer.from(bytes)
}

const copyFromStart = (size: number): Buffer => Buffer.from([0xf0, size & 0xff, (size >> 8) & 0xff, (size >> 16) & 0xff])

const idOf = (type: string, size: number, pieces: Iterable<Buffer>): string => {
  const hash = createHash('sha1').update(`${type} ${size}\0`)
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

const person = 'Eve <eve@example.com> 1700000000 +0000'

export const createPack = (): Pack => {
  const parts: Buffer[] = []
  /** Offset and size of each object, and the bytes that it repeats. */
  const known = new Map<string, { offset: number; size: number; piece: Buffer }>()
  let offset = 12
  let claimed: number | null = null

  const write = (oid: string, piece: Buffer, size: number, part: Buffer): string => {
    if (known.has(oid)) return oid
    known.set(oid, { offset, size, piece })
    parts.push(part)
    offset += part.length
    return oid
  }
  const add = (type: 'commit' | 'tree' | 'blob', content: Buffer): string =>
    write(
      idOf(type, content.length, [content]),
      content,
      content.length,
      Buffer.concat([header(types[type], content.length), deflateSync(content)]),
    )
  const sorted = (entries: Entry[]): Entry[] => {
    const key = ({ mode, name }: Entry): string => (mode === '40000' ? `${name}/` : name)
    return entries.toSorted((a, b) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b))))
  }
  return {
    blob: (content) => add('blob', Buffer.from(content)),
    tree: (entries) =>
      add(
        'tree',
        Buffer.concat(
          sorted(entries).flatMap(({ mode = '100644', name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
        ),
      ),
    commit: (tree, parents = [], message = 'x') =>
      add(
        'commit',
        Buffer.from(
          `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author ${person}\ncommitter ${person}\n\n${message}\n`,
        ),
      ),
    repeat: (oid, size) => {
      const base = known.get(oid)
      if (!base) throw new Error(`${oid} is not in this pack.`)
      const copied = Math.min(base.size, maxCopy)
      const whole = Math.floor(size / copied)
      const copies = [
        ...Array.from({ length: whole }, () => copyFromStart(copied)),
        ...(size % copied > 0 ? [copyFromStart(size % copied)] : []),
      ]
      const delta = Buffer.concat([varint(base.size), varint(size), ...copies])
      const id = idOf(
        'blob',
        size,
        (function* () {
          for (let left = size; left > 0; left -= base.piece.length) yield base.piece.subarray(0, Math.min(left, base.piece.length))
        })(),
      )
      return write(
        id,
        base.piece,
        size,
        Buffer.concat([header(types.ofsDelta, delta.length), offsetBack(offset - base.offset), deflateSync(delta)]),
      )
    },
    claim: (count) => {
      claimed = count
    },
    bytes: () => {
      const head = Buffer.alloc(12)
      head.write('PACK')
      head.writeUInt32BE(2, 4)
      head.writeUInt32BE(claimed ?? parts.length, 8)
      const body = Buffer.concat([head, ...parts])
      return Buffer.concat([body, createHash('sha1').update(body).digest()])
    },
  }
}
