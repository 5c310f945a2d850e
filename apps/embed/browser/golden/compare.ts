import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** How far two pixels may lie apart in colour, of 1, and still be the same. The edges of letters and lines count like everything else. */
const threshold = 0.03

/** Where what differs is put to be looked at. */
const found = join(import.meta.dirname, '../../node_modules/.golden')

type Compared = { differing: number; marked: PNG | null }

const compare = (picture: Buffer, reference: Buffer): Compared => {
  const [now, before] = [PNG.sync.read(picture), PNG.sync.read(reference)]
  const { width, height } = now
  if (width !== before.width || height !== before.height) return { differing: width * height, marked: null }
  const marked = new PNG({ width, height })
  return { differing: pixelmatch(now.data, before.data, marked.data, width, height, { threshold, includeAA: true }), marked }
}

/** Null where two pictures are the same, or else what to say of it. */
export const difference = (name: string, picture: Buffer, reference: Buffer): string | null => {
  const { differing, marked } = compare(picture, reference)
  if (differing === 0) return null
  mkdirSync(found, { recursive: true })
  writeFileSync(join(found, `${name}.now.png`), picture)
  writeFileSync(join(found, `${name}.before.png`), reference)
  if (marked) writeFileSync(join(found, `${name}.difference.png`), PNG.sync.write(marked))
  return `${name}: ${differing} pixels are others. Look at ${join(found, name)}.{now,before,difference}.png; if it is meant, run pnpm record:goldens.`
}
