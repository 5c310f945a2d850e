import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { createScan, wanted } from './scanner.ts'

const plantings: [string, (value: string) => Buffer | string][] = [
  ['plain', (value) => value],
  ['hex', (value) => Buffer.from(value).toString('hex')],
  ['upper-case hex', (value) => Buffer.from(value).toString('hex').toUpperCase()],
  ['URL-encoded', (value) => encodeURIComponent(value)],
  ...[0, 1, 2].map((offset): [string, (value: string) => string] => [
    `base64 behind ${offset} bytes`,
    (value) => Buffer.from(`${'x'.repeat(offset)}${value}:more`).toString('base64'),
  ]),
  ['base64url', (value) => Buffer.from(`:${value}`).toString('base64url')],
  ['gzip', (value) => gzipSync(`{"a":"${value}"}`)],
  ['zlib', (value) => deflateSync(`{"a":"${value}"}`)],
  ['gzip of base64', (value) => gzipSync(Buffer.from(`xx${value}`).toString('base64'))],
  ['base64 of gzip', (value) => gzipSync(`some text before it, then ${value}, and some after it`).toString('base64')],
]

/** Plants a value in the sink's own content in every form, each a value of its own, and counts how many the scan finds. */
export const checkScan = (content: Buffer): { found: number; of: number } => {
  // The middle of a real sink: what stands around a value must not hide it.
  const middle = Math.floor(content.length / 2)
  const [before, after] = [content.subarray(Math.max(0, middle - 100_000), middle), content.subarray(middle, middle + 100_000)]
  const plants = plantings.map(([, plant]) => {
    const value = `planted/${randomBytes(15).toString('base64')}+ü`
    return { written: Buffer.from(plant(value) as string), list: [wanted('planted', value)] }
  })
  const isThereAlready = createScan(plants.flatMap(({ list }) => list))(content).length > 0
  const found = plants.filter(({ written, list }) => {
    const sink = Buffer.concat([before, Buffer.from(' '), written, Buffer.from(' '), after])
    return !isThereAlready && createScan(list)(sink).length > 0
  })
  return { found: found.length, of: plantings.length }
}
