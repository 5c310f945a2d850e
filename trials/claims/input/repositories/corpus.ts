import type { ServedRepository } from './host.ts'
import { createPack, type Entry, type Pack } from './packs.ts'

export type Step = 'test' | 'pull' | 'pullNext' | 'diff' | 'merge' | 'list'

/**
 * A repository, the requests to send, and the request that must be refused. `null`: odd but harmless, every request must succeed.
 * `anywhere`: large, each request may succeed or be refused.
 */
export type Hostile = { name: string; steps: Step[]; refusedAt: Step | 'anywhere' | null; build: () => ServedRepository }

type Heads = { main: string; next?: string }

const mebibyte = 1_048_576
const forkSteps: Step[] = ['pull', 'pullNext', 'diff', 'merge', 'list']

const harmless = (pack: Pack, mark: string): string => pack.tree([{ name: `${mark}.yml`, oid: pack.blob(`cubes: [] # ${mark}\n`) }])

/** Puts `count` entries with the same content in each of `depth` levels of folders. */
const treeBomb = (pack: Pack, leaf: Omit<Entry, 'name'>, count: number, depth: number): string => {
  const wrap = (entry: Omit<Entry, 'name'>): string =>
    pack.tree(Array.from({ length: count }, (_, index) => ({ ...entry, name: `n${index}` })))
  let tree = wrap(leaf)
  for (let level = 1; level < depth; level++) tree = wrap({ mode: '40000', oid: tree })
  return tree
}
const fileBomb = (pack: Pack): string => treeBomb(pack, { oid: pack.blob('x') }, 20, 5)
const deepTree = (pack: Pack, depth: number): string => treeBomb(pack, { oid: pack.blob('x') }, 1, depth)

const wideTree = (pack: Pack, width: number, nameBytes = 8): string => {
  const oid = pack.blob('x')
  return pack.tree(Array.from({ length: width }, (_, index) => ({ name: String(index).padStart(nameBytes, 'n'), oid })))
}

const refsTo = (heads: Heads): [string, string][] => [
  ['HEAD', heads.main],
  ...Object.entries(heads).map(([name, oid]): [string, string] => [`refs/heads/${name}`, oid]),
]

const define = (name: string, steps: Step[], refusedAt: Hostile['refusedAt'], headsOf: (pack: Pack) => Heads): Hostile => ({
  name,
  steps,
  refusedAt,
  build: () => {
    const pack = createPack()
    const heads = headsOf(pack)
    return { refs: refsTo(heads), pack: pack.bytes() }
  },
})

const atHead = (name: string, tree: (pack: Pack) => string, refusedAt: Hostile['refusedAt'] = 'pull'): Hostile =>
  define(name, ['test', 'pull', 'list'], refusedAt, (pack) => ({ main: pack.commit(tree(pack)) }))

/** Two harmless heads on these common parents. */
const fork = (name: string, refusedAt: Hostile['refusedAt'], parents: (pack: Pack) => string[]): Hostile =>
  define(name, forkSteps, refusedAt, (pack) => {
    const common = parents(pack)
    return { main: pack.commit(harmless(pack, 'main'), common), next: pack.commit(harmless(pack, 'next'), common) }
  })
const inBase = (name: string, tree: (pack: Pack) => string): Hostile => fork(name, 'diff', (pack) => [pack.commit(tree(pack))])

const withBranches = (name: string, refusedAt: Step | null, branches: () => Iterable<string>, isEndless = false): Hostile => ({
  name,
  steps: ['test', 'pull'],
  refusedAt,
  build: () => {
    const pack = createPack()
    const main = pack.commit(harmless(pack, 'main'))
    const refs = {
      *[Symbol.iterator](): Generator<[string, string]> {
        yield* refsTo({ main })
        for (const branch of branches()) yield [`refs/heads/${branch}`, main]
      },
    }
    return { refs, pack: pack.bytes(), isEndless }
  },
})

const oddBranches = [
  ...['-x', 'a..b', 'a b', '.a', 'a.lock', 'a~1', 'a^', 'a:b', 'a\\b', '@{0}', '*', '[a', '\u0001', '../../x', 'refs/heads/main'],
  ...['ä'.repeat(100), `${'a/'.repeat(120)}a`],
]

const numbered = function* (count: number): Generator<string> {
  for (let number = 0; number < count; number++) yield `b${number}`
}

export const hostiles = (isQuick: boolean): Hostile[] => [
  atHead('a bomb of paths at the head', fileBomb),
  inBase('a bomb of paths in the merge base alone', fileBomb),
  inBase('a bomb of empty folders in the merge base', (pack) => treeBomb(pack, { mode: '40000', oid: pack.tree([]) }, 10, 12)),
  atHead('a file that deltas make 2 GB of', (pack) => {
    const zeros = pack.repeat(pack.blob(Buffer.alloc(mebibyte)), 16 * mebibyte)
    return pack.tree([{ name: 'large.yml', oid: pack.repeat(pack.repeat(zeros, 128 * mebibyte), 2048 * mebibyte) }])
  }),
  atHead('nested folders at the head', (pack) => deepTree(pack, isQuick ? 3000 : 30_000)),
  inBase('nested folders in the merge base', (pack) => deepTree(pack, 2000)),
  atHead('a folder of 400,000 files at the head', (pack) => wideTree(pack, 400_000)),
  inBase('a folder of 400,000 files in the merge base', (pack) => wideTree(pack, 400_000)),
  atHead('names of 4,000 bytes at the head', (pack) => wideTree(pack, 50, 4000)),
  inBase('names of 20,000 bytes in the merge base', (pack) => wideTree(pack, 50, 20_000)),
  // Below 2 GiB, which Node can hash in one piece.
  atHead(isQuick ? 'a file of 200 MB, compressed' : 'a file of 2 GB, compressed', (pack) =>
    pack.tree([{ name: 'large.yml', oid: pack.blob(Buffer.alloc((isQuick ? 200 : 2000) * mebibyte)) }]),
  ),
  atHead(
    'a chain of deltas',
    (pack) => {
      const bytes = 64 * 1024
      let last = pack.blob(Buffer.alloc(bytes))
      const entries: Entry[] = []
      for (let link = 1; link <= (isQuick ? 1000 : 8000); link++) {
        last = pack.repeat(last, bytes + link)
        entries.push({ name: `link-${link}.yml`, oid: last })
      }
      return pack.tree(entries)
    },
    'anywhere',
  ),
  fork('criss-cross merges with 40 merge bases', 'merge', (pack) => {
    const root = pack.commit(harmless(pack, 'root'))
    return Array.from({ length: 40 }, (_, index) => pack.commit(harmless(pack, `base-${index}`), [root]))
  }),
  withBranches(isQuick ? '300,000 branches' : 'a million branches', 'test', () => numbered(isQuick ? 300_000 : 1_000_000)),
  withBranches('an endless list of branches', 'test', () => [], true),
  withBranches('branch names that git reads as something else', null, () => oddBranches),
  atHead('a pack that claims four billion objects', (pack) => {
    pack.claim(4_000_000_000)
    return harmless(pack, 'main')
  }),
  define('a commit message of 60 MB', ['pull', 'list'], 'pull', (pack) => ({
    main: pack.commit(harmless(pack, 'main'), [], 'x'.repeat(60 * mebibyte)),
  })),
  define('a merge of 3,000 parents', forkSteps, null, (pack) => {
    const root = pack.commit(harmless(pack, 'root'))
    const parents = Array.from({ length: 3000 }, (_, index) => pack.commit(harmless(pack, 'root'), [root], String(index)))
    return { main: pack.commit(harmless(pack, 'main'), parents), next: pack.commit(harmless(pack, 'next'), [root]) }
  }),
  atHead(
    'links and submodules that point outside',
    (pack) =>
      pack.tree([
        { mode: '120000', name: 'etc', oid: pack.blob('/etc') },
        { mode: '120000', name: 'up', oid: pack.blob('../../..') },
        { mode: '160000', name: 'sub', oid: 'b'.repeat(40) },
        { name: 'model.yml', oid: pack.blob('cubes: []\n') },
      ]),
    null,
  ),
]
