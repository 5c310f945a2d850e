import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadAddon } from './load-addon.ts'

let engine: string
const put = (path: string, text: string): void => {
  const file = join(engine, 'node_modules/@cubejs-backend/native', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  engine = mkdtempSync(join(tmpdir(), 'facet-engine-'))
  writeFileSync(join(engine, 'package.json'), '{}')
  put('package.json', '{ "main": "dist/js/index.js" }')
  // As upstream loads it.
  put('dist/js/index.js', "exports.loadNative = () => (exports.loaded ??= require(require('path').join(__dirname, '../../index.node')))")
})
afterEach(() => {
  rmSync(engine, { recursive: true, force: true })
  vi.restoreAllMocks()
})

it('stands in when the engine has no native addon', () => {
  expect(loadAddon(engine)).toBe(true)
})

it('stands in when the native addon cannot be loaded, and writes why', () => {
  put('index.node', 'of another platform')
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)

  expect(loadAddon(engine)).toBe(true)
  expect(written.mock.calls.flat()).toEqual([expect.stringContaining('The native addon of Cube cannot be loaded: ')])
})
