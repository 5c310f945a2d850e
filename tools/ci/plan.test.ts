import { describe, expect, it } from 'vitest'
import { mapOf } from './map.ts'
import { distrustOf, type Plan, planFor, planWhole, type Tree } from './plan.ts'
import { createSources } from './sources.ts'
import { sourcesOf } from './trial-sources.ts'

const server = 'apps/server/src'
const tests = ['elsewhere/a', 'elsewhere/b', 'elsewhere/c', 'folder/own', 'elsewhere/program', 'elsewhere/compute'].map(
  (name) => `${server}/${name}.test.ts`,
)
const [a = '', b = '', c = '', folder = '', program = '', compute = ''] = tests
const shape = 'apps/server/test/guard.test.ts'
const guides = 'tools/guides.test.ts'

const files = new Map([
  [`${server}/used.ts`, 'export const used = () => 1\n'],
  [`${server}/folder/own.ts`, 'export const own = () => 1\n'],
  [`${server}/limits.ts`, 'export const maxDepth = 10\n'],
  [`${server}/uses-limits.ts`, "import { maxDepth } from './limits.ts'\nexport const f = () => maxDepth\n"],
  [`${server}/constants.ts`, 'export const three = 3\n'],
  [`${server}/index.ts`, "export { three } from './constants.ts'\n"],
  [`${server}/uses-three.ts`, "import { three } from './index.ts'\nexport const g = () => three\n"],
  [`${server}/types.ts`, 'export type Named = {\n  name: string\n}\n'],
  [`${server}/unused.ts`, 'export const unused = () => 1\n'],
  ['bench/src/platform/kill.trial.ts', "import { load } from './kill/load.ts'\nimport { start } from '../harness/start.ts'\n"],
  ['bench/src/platform/kill/load.ts', ''],
  ['bench/src/harness/start.ts', ''],
  ['bench/src/embed/speed.trial.ts', "import { start } from '../harness/start.ts'\n"],
])

const map = mapOf({
  recordedOn: '2026-11-01',
  tests: {
    [a]: 'v1, 100 ms',
    [b]: 'v1, 200 ms',
    [c]: 'v1, 1 ms',
    [folder]: 'v1, 1 ms',
    [program]: 'v1, 1 ms, programs',
    [compute]: 'v1, 1 ms, compute',
    [shape]: 'v1, 1 ms',
    [guides]: 'v1, 1 ms',
  },
  executedBy: {
    [`${server}/used.ts`]: '0',
    [`${server}/folder/own.ts`]: '0',
    [`${server}/uses-limits.ts`]: '1',
    [`${server}/uses-three.ts`]: '2',
    'packages/cube-model/src/read.ts': '0',
  },
})

const trial = (family: 'faults' | 'bench', name: string, file: string, watches: string[]) => ({
  name: `${family} ${name}`,
  family,
  watches,
  short: { seconds: 1, pace: 'works' as const },
  sources: sourcesOf(`bench/src/${file}`, files),
})

const tree: Tree = {
  tests: [...tests, shape, guides],
  versionOf: () => 'v1',
  trials: [
    trial('faults', 'kill', 'platform/kill.trial.ts', [`${server}/db/`, `${server}/elsewhere/`, `${server}/used.ts`]),
    trial('bench', 'speed', 'embed/speed.trial.ts', [`${server}/used.ts`]),
    { ...trial('bench', 'counts', 'embed/counts.trial.ts', ['apps/embed/src/']), runsOnChange: true },
  ],
  sources: createSources(files, {}),
}

const planOf = (...paths: string[]): Plan =>
  planFor(
    paths.map((path) => ({ path, isDeleted: false })),
    tree,
    map,
  )
const ran = ({ tests: chosen, trials }: Plan): string[] => [...chosen, ...trials].map(({ name }) => name)

describe('a change picks', () => {
  it.each<[what: string, path: string, picked: string[]]>([
    ['the tests that executed the file, and those that start the program', `${server}/used.ts`, [a, program, shape, 'faults kill']],
    ['the tests of its folder too', `${server}/folder/own.ts`, [a, folder, program, shape]],
    ['the tests of whoever imports it, where it is new', `${server}/limits.ts`, [b, program, shape]],
    ['the tests of whoever imports it through another new file', `${server}/constants.ts`, [c, program, shape]],
    ['those that start the program, where only types are in it', `${server}/types.ts`, [program, shape]],
    ['those that start compute processes too, where it runs in them', 'packages/cube-model/src/read.ts', [a, program, compute, shape]],
    ['a changed test itself, and no trial that watches its folder', b, [b, shape]],
    ['what reads guides, of a guide', 'docs/guides/embed.md', [shape, guides]],
    ['the tests of its area, of a declaration', 'packages/contract/src/hosting/regions.ts', [program, shape, guides]],
    ['nothing but what holds the shape, of what runs nowhere', '.gitignore', [shape]],
    ['a bench whose source changed, and all trials that share it', 'bench/src/harness/start.ts', [shape, 'faults kill', 'bench speed']],
    ['a bench that watches the file, where it counts', 'apps/embed/src/main.tsx', [shape, 'bench counts']],
    ['a trial of whose folder something changed', 'bench/src/platform/kill/load.ts', [shape, 'faults kill']],
  ])('%s', (_, path, picked) => {
    expect(ran(planOf(path))).toEqual(picked)
  })

  it.each<[what: string, path: string, why: string]>([
    ['a migration', 'apps/server/sql/migrations/0008_more.sql', 'everything is kept there'],
    ['a function', 'apps/server/sql/functions/embed/bucket.sql', 'everything is kept there'],
    ['the lockfile', 'pnpm-lock.yaml', 'everything runs on it'],
    ['the harness', 'apps/server/test/server.ts', 'the harness of the tests'],
    ['the database layer', 'apps/server/src/db/pool.ts', 'everything is kept there'],
    ['the choice itself', 'tools/ci/rules.ts', 'not trusted to judge its own change'],
    ['what no rule knows', 'something/new.txt', 'no rule knows it'],
    ['what no test was seen to execute', `${server}/unused.ts`, 'executed by no test that was recorded'],
  ])('everything, of %s', (_, path, why) => {
    const plan = planOf(path, b)

    expect(plan.isWhole).toBe(true)
    expect(plan.tests).toHaveLength(tree.tests.length)
    expect(plan.tests[0]?.why).toContain(why)
  })

  it('everything, of a source file that is gone, but not of a document or a test', () => {
    const without = (path: string): Plan => planFor([{ path, isDeleted: true }], tree, map)

    expect(without(`${server}/used.ts`)).toMatchObject({ isWhole: true })
    expect(without('docs/guides/embed.md')).toMatchObject({ isWhole: false })
    expect(without(`${server}/elsewhere/gone.test.ts`)).toMatchObject({ isWhole: false })
  })

  it('a test that is new, or another, since the recording, whatever changed', () => {
    const added = `${server}/elsewhere/new.test.ts`
    const withNew = { ...tree, tests: [...tree.tests, added], versionOf: (test: string) => (test === b ? 'v2' : 'v1') }

    expect(ran(planFor([{ path: '.gitignore', isDeleted: false }], withNew, map))).toEqual([b, shape, added])
  })
})

describe('a plan', () => {
  it('says of all that it leaves out why', () => {
    const { leftOut } = planOf(`${server}/uses-three.ts`)

    expect(leftOut.map(({ name }) => name)).toEqual([a, b, folder, compute, guides, 'faults kill', 'bench speed', 'bench counts'])
    expect(leftOut.filter(({ why }) => why === '')).toEqual([])
  })

  it('of everything leaves out the benches alone, but for those that count', () => {
    expect(planWhole(tree, 'no base')).toMatchObject({
      isWhole: true,
      trials: [
        { name: 'faults kill', why: 'no base' },
        { name: 'bench counts', why: 'no base' },
      ],
      leftOut: [{ name: 'bench speed' }],
    })
  })
})

describe('a map is not trusted', () => {
  const known = [`${server}/used.ts`, `${server}/uses-limits.ts`]
  const nowMs = Date.parse('2026-11-20')

  it('when it is old, or knows too few tests or too little of the source', () => {
    expect(distrustOf(map, tree.tests, known, nowMs)).toBeUndefined()
    expect(distrustOf(map, tree.tests, known, Date.parse('2026-12-05'))).toContain('34 days ago')
    expect(distrustOf(map, [...tree.tests, 'x.test.ts'], known, nowMs)).toContain('too many tests')
    expect(distrustOf(map, tree.tests, [...known, `${server}/unused.ts`], nowMs)).toContain('too many source files')
  })
})
