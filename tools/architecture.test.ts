import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layers } from './lint/imports.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const source = 'apps/server/src'

const section = (title: string): string => {
  const [, text = ''] = page.split(`\n## ${title}\n`)
  return text.split('\n## ')[0] ?? ''
}
const blockOf = (text: string): string[] => (/```\n(.*?)```/s.exec(text)?.[1] ?? '').trimEnd().split('\n')

/** What the map names: a path at the margin, or one below the path above it. */
const mapped = (): string[] => {
  let above = ''
  return blockOf(section('The map')).map((line) => {
    const path = line.trim().split(/ /, 1)[0] ?? ''
    if (line.startsWith(' ')) return join(above, path)
    above = path
    return path
  })
}

const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !['node_modules', 'dist'].includes(entry.name))
    .map(({ name }) => join(path, name))

describe('the map', () => {
  it('names what is there', () => {
    expect(mapped().filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('names every package, every folder of the sources and every folder at the top', () => {
    const top = foldersOf('.').filter((path) => !['apps', 'packages', 'docs'].includes(path))
    const all = [...foldersOf('packages'), ...foldersOf('apps'), ...foldersOf(source), ...top]

    expect(all.filter((path) => !mapped().includes(path))).toEqual([])
  })
})

describe('the rule', () => {
  const words = (line: string): string[][] =>
    line.split(' → ').map((layer) =>
      layer
        .replaceAll(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim()),
    )

  it('is the one that lint holds imports to', () => {
    expect(words(blockOf(section('The rule'))[0] ?? '').map((layer) => layer.toSorted())).toEqual(layers.map((layer) => layer.toSorted()))
  })

  it('says where every folder of the sources stands', () => {
    expect(
      foldersOf(source)
        .map((path) => basename(path))
        .filter((name) => !layers.flat().includes(name)),
    ).toEqual([])
  })
})

describe('how things flow', () => {
  it.each(['How a request flows', 'How a task flows', 'How an event flows', 'How a long job flows'])('%s, in ten lines', (title) => {
    const steps = section(title).match(/^\d+\. /gm) ?? []

    expect(steps.length).toBeGreaterThan(4)
    expect(steps.length).toBeLessThanOrEqual(10)
  })
})

it('names only files that are there', () => {
  const named = [...page.matchAll(/`([a-z][\w./<>-]*\/[\w./<>-]+)`/g)].map((match) => match[1] ?? '').filter((path) => !path.includes('<'))
  const isThere = (path: string): boolean => [path, join(source, path), join('apps/server', path)].some((at) => existsSync(join(root, at)))

  expect(named.filter((path) => !isThere(path))).toEqual([])
})

it('says what an area has, and every area has a manifest', () => {
  const areas = foldersOf(`${source}/domains`)

  expect(areas.filter((area) => !existsSync(join(root, area, 'area.ts')))).toEqual([])
  for (const part of ['settings', 'engine', 'tasks', 'reactions', 'gauges', 'checks'])
    expect(readFileSync(join(root, source, 'context/area.ts'), 'utf8'), part).toMatch(new RegExp(`^ {2}${part}\\?:`, 'm'))
})

it('is short enough to be read', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(200)
  const files = globSync('{apps,packages,trials,tools}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('dist'),
  })
  const lengths = files
    .filter((path) => statSync(join(root, path)).isFile() && !path.includes('/generated/'))
    .map((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1)
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0

  expect(middle).toBeLessThanOrEqual(60)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(400)
})
