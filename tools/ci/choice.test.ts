import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Need } from '../../bench/src/trial.ts'
import { trials } from '../../bench/src/trials.ts'
import { readMutants } from '../mutants/read.ts'
import { readMap } from './map.ts'
import { filesOf } from './mutant-files.ts'
import { planFor } from './plan.ts'
import { ruleOf, rules, shapeTests } from './rules.ts'
import { readTree } from './tree.ts'

const tree = readTree()
const map = readMap()
const serverSource = /^(apps\/server\/(src|migrations)|packages\/contract\/src)\/.*(?<!\.test)\.(ts|sql)$/

describe('the choice, on this tree', () => {
  it('has a rule for every file', () => {
    expect(tree.paths.filter((path) => ruleOf(path) === rules.at(-1))).toEqual([])
  })

  it('knows tests that are there', () => {
    expect(shapeTests.filter((test) => !tree.tests.includes(test))).toEqual([])
  })

  it.each(readMutants())('runs a test that notices $name', ({ patch, tests }) => {
    const changes = filesOf(patch).map((path) => ({ path, isDeleted: false }))
    const ran = new Set(planFor(changes, tree, map).tests.map(({ name }) => name))

    expect(changes.length).toBeGreaterThan(0)
    expect(tests.filter((test) => ran.has(test))).not.toEqual([])
  })
})

describe('the trials', () => {
  it('each lie in the file of their name', () => {
    expect(tree.trials.filter(({ sources }) => sources.size === 0)).toEqual([])
  })

  it('need only what tools/setup installs', () => {
    const installs: Record<Need, string> = {
      namespaces: 'util-linux',
      pgbench: 'postgresql-contrib',
      postgres: 'postgresql',
      s3: 'versitygw',
      schemathesis: 'schemathesis',
      ssh: 'openssh-client',
      wrk: 'wrk',
    }
    const setup = readFileSync(join(import.meta.dirname, '../setup'), 'utf8')
    const needs = new Set(Object.values(trials).flatMap((family) => family.flatMap((trial) => trial.needs)))

    expect([...needs].toSorted()).toEqual(Object.keys(installs))
    expect(Object.values(installs).filter((name) => !setup.includes(name))).toEqual([])
  })

  it('watch places that are there', () => {
    const places = tree.trials.flatMap(({ watches }) => watches)

    expect(places.filter((place) => !tree.paths.some((path) => path.startsWith(place)))).toEqual([])
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
      /^bench\/src\/(run|trials?|watched|compare|compare\/side|faults\/postgres-kill-control)\.ts$/.test(path)

    expect(tree.paths.filter((path) => path.startsWith('bench/src/') && !sources.has(path) && !isOfAll(path))).toEqual([])
  })
})
