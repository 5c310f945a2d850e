import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildScript, bundle } from '../bin/build-script.ts'

const gzipped = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length

// The core reports mistakes of a host before, or without, a page in the frame: 400 bytes of checks and sentences cannot be anywhere else.
it('is small: the core 4.5 kB, the React wrapper 1.5 kB on top, what the page writes into its document 600 bytes', async () => {
  const core = gzipped(await bundle('index.ts', 'esm'))

  expect(core).toBeLessThanOrEqual(4608)
  expect(gzipped(await bundle('react.ts', 'esm', ['react'])) - core).toBeLessThanOrEqual(1500)
  expect(gzipped(await bundle('page/accept-host.ts', 'esm'))).toBeLessThanOrEqual(600)
})

it('is one file that says the same each time it is built', async () => {
  const [one, two] = [await buildScript(), await buildScript()]

  expect(one.integrity).toMatch(/^sha384-[\w+/]{64}$/)
  expect(two.integrity).toBe(one.integrity)
})
