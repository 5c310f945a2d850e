import { fitsGlob } from './glob.ts'
import type { DbtModel, Manifest } from './manifest.ts'
import { ConversionRefused } from './refusal.ts'

type Test = (model: DbtModel, value: string) => boolean

const isBelow = (path: string, folder: string): boolean => {
  const bare = folder.replace(/\/+$/, '')
  return path === bare || path.startsWith(`${bare}/`) || fitsGlob(bare, path)
}

/** A name, or a path of folders that ends in it or leads to it, with the package or without. */
const fitsFqn: Test = ({ name, version, fqn }, value) => {
  if (fitsGlob(value, name) || (version !== null && [`${name}.v${version}`, `${name}_v${version}`].includes(value))) return true
  const parts = value.split('.')
  return [fqn, fqn.slice(1)].some((path) => parts.length <= path.length && parts.every((part, index) => fitsGlob(part, path[index] ?? '')))
}

const versionKind = ({ version, latestVersion }: DbtModel): string => {
  if (version === null) return 'none'
  if (version === latestVersion) return 'latest'
  return Number(version) > Number(latestVersion) ? 'prerelease' : 'old'
}

const methods = new Map<string, Test>([
  ['fqn', fitsFqn],
  ['path', ({ file }, value) => isBelow(file, value)],
  [
    'file',
    ({ file }, value) =>
      [file.slice(file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')].some((name) =>
        fitsGlob(value, name),
      ),
  ],
  ['tag', ({ tags }, value) => tags.some((tag) => fitsGlob(value, tag))],
  ['package', ({ packageName }, value) => fitsGlob(value, packageName)],
  ['access', ({ access }, value) => access === value],
  ['group', ({ group }, value) => group === value],
  ['version', (model, value) => versionKind(model) === value],
  ['resource_type', (_, value) => value === 'model'],
])

const methodOf = (name: string | undefined, value: string): Test => {
  if (name === undefined) {
    if (value.includes('/')) return methods.get('path') as Test
    return (/\.(sql|py)$/.test(value) ? methods.get('file') : methods.get('fqn')) as Test
  }
  if (name.startsWith('config.')) return ({ config }, wanted) => config.get(name.slice(7)) === wanted
  const method = methods.get(name)
  if (method) return method
  throw new ConversionRefused(
    'selector_unsupported',
    `The selector uses ${JSON.stringify(name.slice(0, 60))}, which is not understood here; known are ${[...methods.keys()].join(', ')} and config.<key>.`,
  )
}

/** All that is reached along the edges in so many steps. */
const reach = (from: Set<string>, edges: Map<string, string[]>, steps: number): Set<string> => {
  const found = new Set(from)
  let ring = [...from]
  for (let step = 0; step < steps && ring.length > 0; step += 1) {
    ring = [...new Set(ring.flatMap((id) => edges.get(id) ?? []))].filter((id) => !found.has(id))
    for (const id of ring) found.add(id)
  }
  return found
}

const childrenOf = (parents: Map<string, string[]>): Map<string, string[]> => {
  const children = new Map<string, string[]>()
  for (const [id, above] of parents) {
    for (const parent of above) {
      const below = children.get(parent)
      if (below) below.push(id)
      else children.set(parent, [id])
    }
  }
  return children
}

type Graph = Pick<Manifest, 'models' | 'parents'>

const form = /^(@)?(?:(\d*)(\+))?(?:([a-z_][\w.]*):)?(.*?)(?:(\+)(\d*))?$/

const selectOne = (text: string, manifest: Graph, children: () => Map<string, string[]>): Set<string> => {
  const [, at, above, hasAbove, name, value = '', hasBelow, below] = form.exec(text) ?? []
  if (value === '')
    throw new ConversionRefused('selector_unsupported', `The selector has a part without a value: ${JSON.stringify(text.slice(0, 60))}.`)
  const isIn = methodOf(name, value)
  const found = new Set([...manifest.models.values()].filter((model) => isIn(model, value)).map(({ id }) => id))
  const steps = (count: string | undefined): number => (count ? Number(count) : Number.POSITIVE_INFINITY)
  const down = hasBelow || at ? reach(found, children(), at ? Number.POSITIVE_INFINITY : steps(below)) : new Set<string>()
  const up = hasAbove || at ? reach(at ? down : found, manifest.parents, at ? Number.POSITIVE_INFINITY : steps(above)) : new Set<string>()
  return new Set([...found, ...down, ...up])
}

/** What `dbt ls --select` would list of models: words are alternatives, commas within one join conditions. */
export const selectModels = (selector: string, manifest: Graph): Set<string> => {
  const words = selector.split(/\s+/).filter(Boolean)
  if (words.length === 0) return new Set(manifest.models.keys())
  let cached: Map<string, string[]> | undefined
  const children = (): Map<string, string[]> => (cached ??= childrenOf(manifest.parents))
  const selected = words.map((word) => {
    const [first = new Set<string>(), ...rest] = word.split(',').map((part) => selectOne(part, manifest, children))
    return [...first].filter((id) => rest.every((other) => other.has(id)))
  })
  return new Set(selected.flat())
}

/** Refuses a selector that is not understood, whatever the project holds. */
export const checkSelector = (selector: string): void => {
  selectModels(selector, { models: new Map(), parents: new Map() })
}
