import type { Told } from './host.ts'
import { createPack, type Entry, type Pack } from './packs.ts'

export type Step = 'test' | 'pull' | 'pullNext' | 'diff' | 'merge' | 'list'

/**
 * A repository, what is done with it, and at which step it must be refused: never, where it is odd and harmless; anywhere or
 * nowhere, where it is only much.
 */
export type Hostile = { name: string; steps: Step[]; refusedAt: Step | 'anywhere' | null; tell: () => Told }

const mebibyte = 1_048_576

const folderOf = (pack: Pack, entries: Entry[]): string => pack.tree(entries)
const harmless = (pack: Pack, mark: string): string => pack.tree([{ name: `${mark}.yml`, oid: pack.blob(`cubes: [] # ${mark}\n`) }])

/** As many paths as `width` to the power of `depth`, in as many objects as it is deep. */
const treeBomb = (pack: Pack, width: number, depth: number): string => {
  const entries = (entry: Omit<Entry, 'name'>): Entry[] => Array.from({ length: width }, (_, place) => ({ ...entry, name: `n${place}` }))
  let tree = folderOf(pack, entries({ oid: pack.blob('x') }))
  for (let level = 1; level < depth; level++) tree = folderOf(pack, entries({ mode: '40000', oid: tree }))
  return tree
}

const deepTree = (pack: Pack, depth: number): string => {
  let tree = pack.tree([{ name: 'file.yml', oid: pack.blob('x') }])
  for (let level = 1; level < depth; level++) tree = pack.tree([{ mode: '40000', name: 'd', oid: tree }])
  return tree
}

const wideTree = (pack: Pack, width: number, nameBytes = 8): string => {
  const oid = pack.blob('x')
  return pack.tree(Array.from({ length: width }, (_, place) => ({ name: String(place).padStart(nameBytes, 'n'), oid })))
}

const zeros = (pack: Pack, bytes: number): string => pack.repeat(pack.blob(Buffer.alloc(mebibyte)), bytes)

const refsTo = (heads: Record<string, string>): [string, string][] => [
  ['HEAD', heads['main'] ?? ''],
  ...Object.entries(heads).map(([name, oid]): [string, string] => [`refs/heads/${name}`, oid]),
]

const atHead = (name: string, tree: (pack: Pack) => string, refusedAt: Hostile['refusedAt'] = 'pull'): Hostile => ({
  name,
  steps: ['test', 'pull', 'list'],
  refusedAt,
  tell: () => {
    const pack = createPack()
    return { refs: refsTo({ main: pack.commit(tree(pack)) }), pack: pack.bytes() }
  },
})

/** Two harmless heads above an ancestor that is not. */
const inBase = (name: string, tree: (pack: Pack) => string, refusedAt: Step = 'diff'): Hostile => ({
  name,
  steps: ['pull', 'pullNext', 'diff', 'merge', 'list'],
  refusedAt,
  tell: () => {
    const pack = createPack()
    const base = pack.commit(tree(pack))
    const heads = { main: pack.commit(harmless(pack, 'main'), [base]), next: pack.commit(harmless(pack, 'next'), [base]) }
    return { refs: refsTo(heads), pack: pack.bytes() }
  },
})

/** Heads that each have all of a row of commits as parents: as many best common ancestors as the row has commits. */
const crissCross = (bases: number): Hostile => ({
  name: `criss-cross with ${bases} bases`,
  steps: ['pull', 'pullNext', 'diff', 'merge', 'list'],
  refusedAt: 'merge',
  tell: () => {
    const pack = createPack()
    const root = pack.commit(harmless(pack, 'root'))
    const row = Array.from({ length: bases }, (_, place) => pack.commit(harmless(pack, `base-${place}`), [root]))
    const heads = { main: pack.commit(harmless(pack, 'main'), row), next: pack.commit(harmless(pack, 'next'), row) }
    return { refs: refsTo(heads), pack: pack.bytes() }
  },
})

const withRefs = (
  name: string,
  refs: (head: string) => Iterable<[string, string]>,
  refusedAt: Step | null,
  isEndless = false,
): Hostile => ({
  name,
  steps: ['test', 'pull'],
  refusedAt,
  tell: () => {
    const pack = createPack()
    const head = pack.commit(harmless(pack, 'main'))
    return { refs: { [Symbol.iterator]: () => refs(head)[Symbol.iterator]() }, pack: pack.bytes(), isEndless }
  },
})

const oddNames = [
  '-x',
  'a..b',
  'a b',
  '.a',
  'a.lock',
  'a~1',
  'a^',
  'a:b',
  'a\\b',
  '@{0}',
  'ä'.repeat(100),
  `${'a/'.repeat(120)}a`,
  '*',
  '[a',
  '\u0001',
  '../../x',
  'refs/heads/main',
]

export const hostiles = (isQuick: boolean): Hostile[] => [
  atHead('a bomb of paths at the head', (pack) => treeBomb(pack, 20, 5)),
  inBase('a bomb of paths in the merge base alone', (pack) => treeBomb(pack, 20, 5)),
  inBase('a bomb of empty folders in the merge base', (pack) => {
    const tenOf = (oid: string): string =>
      pack.tree(Array.from({ length: 10 }, (_, place) => ({ mode: '40000' as const, name: `e${place}`, oid })))
    let tree = pack.tree([])
    for (let level = 0; level < 12; level++) tree = tenOf(tree)
    return tree
  }),
  atHead('a file that deltas make 2 GB of', (pack) => {
    const large = pack.repeat(pack.repeat(zeros(pack, 16 * mebibyte), 128 * mebibyte), 2048 * mebibyte)
    return pack.tree([{ name: 'large.yml', oid: large }])
  }),
  atHead('folders within folders at the head', (pack) => deepTree(pack, isQuick ? 3000 : 30_000)),
  inBase('folders within folders in the merge base', (pack) => deepTree(pack, 2000)),
  atHead('a folder of 400,000 files at the head', (pack) => wideTree(pack, 400_000)),
  inBase('a folder of 400,000 files in the merge base', (pack) => wideTree(pack, 400_000)),
  atHead('names of 4,000 bytes at the head', (pack) => wideTree(pack, 50, 4000)),
  inBase('names of 20,000 bytes in the merge base', (pack) => wideTree(pack, 50, 20_000)),
  // A little less than 2 GB, which is as much as can be hashed in one piece.
  atHead(isQuick ? 'a file of 200 MB, small when sent' : 'a file of 2 GB, small when sent', (pack) =>
    pack.tree([{ name: 'large.yml', oid: pack.blob(Buffer.alloc((isQuick ? 200 : 2000) * mebibyte)) }]),
  ),
  atHead(
    'a chain of deltas, each told by the one before it',
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
  crissCross(40),
  withRefs(
    'a million branches',
    function* (head) {
      yield* refsTo({ main: head })
      for (let number = 0; number < (isQuick ? 300_000 : 1_000_000); number++) yield [`refs/heads/b${number}`, head]
    },
    'test',
  ),
  withRefs('branches without end', (head) => refsTo({ main: head }), 'test', true),
  withRefs(
    'names of branches that mean something else',
    (head) => [...refsTo({ main: head }), ...oddNames.map((name): [string, string] => [`refs/heads/${name}`, head])],
    null,
  ),
  {
    ...atHead('a pack that says it has four billion objects', (pack) => {
      pack.claim(4_000_000_000)
      return harmless(pack, 'main')
    }),
  },
  {
    name: 'a message of 60 MB',
    steps: ['pull', 'list'],
    refusedAt: 'pull',
    tell: () => {
      const pack = createPack()
      return { refs: refsTo({ main: pack.commit(harmless(pack, 'main'), [], 'x'.repeat(60 * mebibyte)) }), pack: pack.bytes() }
    },
  },
  {
    name: 'a merge of 3,000 parents',
    steps: ['pull', 'pullNext', 'diff', 'merge', 'list'],
    refusedAt: null,
    tell: () => {
      const pack = createPack()
      const root = pack.commit(harmless(pack, 'root'))
      const parents = Array.from({ length: 3000 }, (_, place) => pack.commit(harmless(pack, 'root'), [root], String(place)))
      const heads = { main: pack.commit(harmless(pack, 'main'), parents), next: pack.commit(harmless(pack, 'next'), [root]) }
      return { refs: refsTo(heads), pack: pack.bytes() }
    },
  },
  atHead(
    'links and submodules that lead away',
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
