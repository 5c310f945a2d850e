import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Observed, TestFacts } from './recording.ts'

/** Which test files executed a named function of which file, as the last recording saw it. */
export type TestMap = {
  /** The day of the last recording of all tests. */
  recordedOn: string
  tests: ReadonlyMap<string, TestFacts>
  /** Of a source file, the tests that executed something of it. */
  executedBy: ReadonlyMap<string, ReadonlySet<string>>
}

/** As it is kept: small, and readable enough to see what a new recording changed. */
type StoredMap = { recordedOn: string; tests: Record<string, string>; executedBy: Record<string, string> }

export const mapFile = join(import.meta.dirname, 'map.json')

/** Numbers as ranges, `0-3 7`: tests of one folder stand together, so they are few. */
export const rangesOf = (numbers: Iterable<number>): string => {
  const ranges: [first: number, last: number][] = []
  for (const number of [...numbers].toSorted((one, other) => one - other)) {
    const open = ranges.at(-1)
    if (open?.[1] === number - 1) open[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(' ')
}

export const numbersIn = (ranges: string): number[] =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

export const versionOf = (text: string): string => hash('sha1', text).slice(0, 8)

const marksOf = ({ version, ms, isBlind, isComputing }: TestFacts): string =>
  [version, `${ms} ms`, ...(isBlind ? ['programs'] : []), ...(isComputing ? ['compute'] : [])].join(', ')

const factsIn = (marks: string): TestFacts => {
  const [version = '', time = '', ...more] = marks.split(', ')
  return { version, ms: Number(time.split(' ')[0]), isBlind: more.includes('programs'), isComputing: more.includes('compute') }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)

export const storedMapOf = (observed: Observed[], recordedOn: string): StoredMap => {
  const sorted = observed.map((one) => [one.test, one] as [string, Observed]).toSorted(byName)
  const numbers = new Map<string, number[]>()
  for (const [number, [, { executed }]] of sorted.entries())
    for (const path of executed) numbers.set(path, [...(numbers.get(path) ?? []), number])
  return {
    recordedOn,
    tests: Object.fromEntries(sorted.map(([test, facts]) => [test, marksOf(facts)])),
    executedBy: Object.fromEntries([...numbers].toSorted(byName).map(([path, own]) => [path, rangesOf(own)])),
  }
}

export const mapOf = ({ recordedOn, tests, executedBy }: StoredMap): TestMap => {
  const names = Object.keys(tests)
  const named = (ranges: string): Set<string> => new Set(numbersIn(ranges).flatMap((number) => names[number] ?? []))
  return {
    recordedOn,
    tests: new Map(Object.entries(tests).map(([test, marks]) => [test, factsIn(marks)])),
    executedBy: new Map(Object.entries(executedBy).map(([path, ranges]) => [path, named(ranges)])),
  }
}

/** What was observed of the tests that a map knows, to be put together with newer observations of some of them. */
export const observationsIn = ({ tests, executedBy }: TestMap): Observed[] =>
  [...tests].map(([test, facts]) => ({
    test,
    ...facts,
    executed: [...executedBy].filter(([, own]) => own.has(test)).map(([path]) => path),
  }))

export const readMap = (): TestMap => mapOf(JSON.parse(readFileSync(mapFile, 'utf8')) as StoredMap)

/** The same, where files have other names by now. */
export const withRenames = ({ recordedOn, tests, executedBy }: TestMap, renames: ReadonlyMap<string, string>): TestMap => {
  const nameOf = (path: string): string => renames.get(path) ?? path
  return {
    recordedOn,
    tests: new Map([...tests].map(([test, facts]) => [nameOf(test), facts])),
    executedBy: new Map([...executedBy].map(([path, own]) => [nameOf(path), new Set([...own].map(nameOf))])),
  }
}
