import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Need } from '../../bench/src/trial.ts'
import { trials } from '../../bench/src/trials.ts'
import { placesOf } from '../../bench/src/watched.ts'
import { type Mutant, readMutants } from '../mutants/read.ts'
import type { TestMap } from './map.ts'
import { filesOf } from './mutant-files.ts'
import { planFor } from './plan.ts'
import { type Rule, ruleOf, rules, shapeTests } from './rules.ts'
import { readMovedMap, readTree } from './tree.ts'

const tree = readTree()
const map = readMovedMap()
const serverSource =
  /^(apps\/server\/(src|sql\/(functions|migrations))|packages\/(contract|cube-model|chart-spec)\/src)\/.*(?<!\.test)\.(ts|sql)$/

/** The tests that must notice a fault and that a change of its files would not run. Which of them does notice it, nobody says: all count. */
const leftOut = ({ patch, tests }: Mutant, known: TestMap): string[] => {
  const changes = filesOf(patch).map((path) => ({ path, isDeleted: false }))
  const ran = new Set(planFor(changes, tree, known).tests.map(({ name }) => name))
  return tests.filter((test) => !ran.has(test))
}

describe('the choice, on this tree', () => {
  it('has a rule for every file', () => {
    expect(tree.paths.filter((path) => ruleOf(path) === rules.at(-1))).toEqual([])
  })

  it('has no rule that fits nothing', () => {
    const used = new Set(tree.paths.map(ruleOf))
    const isEmpty = ({ tests }: Rule): boolean => tests instanceof RegExp && !tree.tests.some((test) => tests.test(test))

    expect(rules.filter((rule) => rule !== rules.at(-1) && !used.has(rule)).map(({ why }) => why)).toEqual([])
    expect(rules.filter(isEmpty).map(({ why }) => why)).toEqual([])
  })

  it('knows tests that are there', () => {
    expect(shapeTests.filter((test) => !tree.tests.includes(test))).toEqual([])
  })

  it.each(readMutants())('runs the tests that notice $name', (mutant) => {
    expect(filesOf(mutant.patch)).not.toEqual([])
    expect(leftOut(mutant, map)).toEqual([])
  })

  it('would be seen to leave such tests out, by a map that knows others', () => {
    const elsewhere = new Set(['packages/client/test/retry.test.ts'])
    const wrong = { ...map, executedBy: new Map([...map.executedBy.keys()].map((path) => [path, elsewhere])) }

    // Most faults are noticed by tests in the folder of their file, which run by whatever map.
    expect(readMutants().filter((mutant) => leftOut(mutant, wrong).length > 0)).not.toEqual([])
  })
})

describe('the trials', () => {
  it('need only what tools/setup installs', () => {
    const installs: Record<Need, string> = {
      bubblewrap: 'bubblewrap',
      chromium: 'chromium',
      cube: 'engines install',
      dbt: 'dbt install',
      namespaces: 'util-linux',
      pgbench: 'postgresql-contrib',
      postgres: 'postgresql',
      s3: 'versitygw',
      schemathesis: 'schemathesis',
      ssh: 'openssh-client',
      temporal: 'temporal',
      wrk: 'wrk',
    }
    const setup = readFileSync(join(import.meta.dirname, '../setup'), 'utf8')
    const needs = new Set(trials.flatMap((trial) => trial.needs))

    expect([...needs].toSorted()).toEqual(Object.keys(installs))
    expect(Object.values(installs).filter((name) => !setup.includes(name))).toEqual([])
  })

  it('watch what there is of that name', () => {
    const names = new Set(trials.flatMap(({ watches }) => watches))
    const isThere = (name: string): boolean => placesOf(name).some((place) => tree.paths.some((path) => path.startsWith(place)))

    expect([...names].filter((name) => !isThere(name))).toEqual([])
    expect(['no-such-layer', 'embed/no-such-module', 'htt'].filter(isThere)).toEqual([])
  })

  it('leave no file of the service unwatched', () => {
    const isWatched = (path: string): boolean =>
      ruleOf(path).trials === 'all' ||
      tree.trials.some(({ family, watches }) => family !== 'bench' && watches.some((place) => path.startsWith(place)))

    expect(tree.paths.filter((path) => serverSource.test(path) && !isWatched(path))).toEqual([])
  })

  it('each have all their source watched by one of them', () => {
    const sources = new Set(tree.trials.flatMap(({ sources: own }) => [...own]))
    const isOfAll = (path: string): boolean =>
      /^bench\/src\/(run|trials?|watched|compare|compare\/.*)\.ts$|\.test\.ts$|\/tsconfig\.json$/.test(path)

    expect(tree.paths.filter((path) => path.startsWith('bench/src/') && !sources.has(path) && !isOfAll(path))).toEqual([])
  })
})
