import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPageInto, chunksOf, inputsOf } from './build-page.ts'
import { chartFiles, inlineScripts, measurePage, recordedOf, sizeProblems } from './sizes.ts'

let folder: string
let html: string
let assets: string[]

/** Bytes of a file that compressing makes longer. */
const tooSmall = 200

const read = (path: string): Buffer => readFileSync(join(folder, path))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-page-'))
  await buildPageInto(folder)
  html = read('index.html').toString()
  assets = readdirSync(join(folder, 'assets'))
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the built page', () => {
  it('has one script written into it, which runs before anything is fetched', () => {
    expect(inlineScripts(html)).toHaveLength(1)
    expect(html.indexOf('<script>')).toBeLessThan(html.search(/ (src|href)="/))
    expect(inlineScripts(html)[0]).toContain('replaceState')
  })

  it('loads files of its own with hashes in their names, and nothing else', () => {
    const loaded = [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)

    const own = loaded.filter((address) => address !== 'data:,').map((address) => address.replace('/embed/assets/', ''))

    expect(own).toEqual([expect.stringMatching(/^index-.*\.js$/), expect.stringMatching(/^index-.*\.css$/)])
    expect(own.filter((name) => !assets.includes(name))).toEqual([])
    expect(assets.filter((name) => !/^[\w-]+-[\w-]{8}\.(js|css)(\.br|\.gz)?$/.test(name))).toEqual([])
    expect(html).not.toMatch(/ (style|on\w+)=|<style/)
  })

  it('has a file for each kind of widget, which takes the shell and nothing else along', () => {
    const shell = assets.find((name) => /^index-.*\.js$/.test(name))
    const bodies = assets.filter((name) => /^(\w+Body|DataTable)-.*\.js$/.test(name))
    const importedBy = (name: string): string[] =>
      [
        ...read(`assets/${name}`)
          .toString()
          .matchAll(/(?:^|;)import.*?from"\.\/([^"]*)"/g),
      ].map(([, path = '']) => path)

    expect(bodies).toHaveLength(5)
    expect(bodies.filter((name) => importedBy(name).join() !== shell)).toEqual([])
    expect(assets.filter((name) => name.endsWith('.css'))).toEqual([expect.stringMatching(/^doctor-/), expect.stringMatching(/^index-/)])
  })

  it('has Vega in the file of charts alone', () => {
    const withLibraries = Object.entries(chunksOf(folder)).filter(([, inputs]) =>
      inputs.some((path) => /node_modules\/(vega|d3)-/.test(path)),
    )

    expect(chartFiles(folder)).toEqual([expect.stringMatching(/^assets\/ChartBody-/)])
    expect(withLibraries.map(([path]) => path)).toEqual(chartFiles(folder))
  })

  it('has every file in three forms that hold the same, but for those that would grow by it', () => {
    const plain = ['index.html', ...assets.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`)]

    expect(plain.length).toBeGreaterThan(2)
    for (const path of plain) {
      if (read(path).length < tooSmall) continue
      expect(brotliDecompressSync(read(`${path}.br`)).equals(read(path)), path).toBe(true)
      expect(gunzipSync(read(`${path}.gz`)).equals(read(path)), path).toBe(true)
    }
  })

  it('says in every file of styles which layer is stronger, since any may be the first', () => {
    const layered = assets.filter((name) => name.endsWith('.css') && read(`assets/${name}`).includes('@layer components'))

    expect(layered).not.toEqual([])
    for (const name of layered) expect(read(`assets/${name}`).toString(), name).toMatch(/^@layer tokens(,base[,;]|\{)/)
  })

  it('says what it was made of, by paths within the checkout', () => {
    const inputs = inputsOf(folder)

    expect(inputs).toContain('apps/embed/src/main.tsx')
    expect(inputs.some((path) => path.includes('node_modules/react-dom/'))).toBe(true)
    expect(inputs.filter((path) => path.startsWith('/'))).toEqual([])
  })

  it('keeps to its budgets', () => {
    const figures = measurePage(folder)
    const recorded = JSON.parse(readFileSync(join(import.meta.dirname, '../../apps/embed/sizes.json'), 'utf8')) as Record<string, number>

    expect(figures.every(({ bytes }) => bytes > 0)).toBe(true)
    expect(sizeProblems(figures, recorded)).toEqual([])
  })
})

describe('a page that grew', () => {
  const figure = { name: 'document', bytes: 1000, limit: 6000 }

  it('is measured by what the document loads and by all there is', () => {
    const before = recordedOf(measurePage(folder))
    const chunk = join(folder, 'assets/later-abcdefgh.js')
    writeFileSync(chunk, 'x'.repeat(800_000))
    const figures = measurePage(folder)
    rmSync(chunk)

    expect(recordedOf(figures)).toEqual({ ...before, 'all scripts and styles': (before['all scripts and styles'] ?? 0) + 800_000 })
    expect(sizeProblems(figures, before)).toEqual([expect.stringContaining('700000 is the budget')])
  })

  it.each([
    [1020, []],
    [1021, [expect.stringContaining('more than 2 % over the 1000 of before')]],
    [6001, [expect.stringContaining('6000 is the budget')]],
  ])('to %i bytes', (bytes, problems) => {
    expect(sizeProblems([{ ...figure, bytes }], { document: 1000 })).toEqual(problems)
  })

  it('must have been recorded once', () => {
    expect(sizeProblems([figure], {})).toEqual([expect.stringContaining('--record')])
  })
})
