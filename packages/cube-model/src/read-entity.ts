import { type Part, type PartKind, partKey, type Policy, type PublicFlag } from './model.ts'
import { fewProblems, type Problem, readPolicies } from './read-policy.ts'
import { canonical, fieldsOf, textOf, type Tree } from './tree.ts'

export type RawPart = Omit<Part, 'file'>

/** One entry of a view's `cubes`. */
export type Inclusion = {
  path: string
  includes: { name: string; alias: string; overrides: [string, string][] }[] | '*'
  excludes: string[]
  prefix: string | null
  isSplit: boolean
}

/** A cube or view as its file says it, before anything is inherited or included. Knows no path: equal files share it. */
export type RawEntity = {
  kind: 'cube' | 'view'
  name: string
  line: number
  parent: string | null
  props: Map<string, string>
  publicFlag: PublicFlag | null
  parts: Map<string, RawPart>
  policies: Policy[]
  policyLine: number
  inclusions: Inclusion[]
  problems: Problem[]
}

const lists: Record<string, PartKind> = {
  dimensions: 'dimension',
  measures: 'measure',
  segments: 'segment',
  hierarchies: 'hierarchy',
  pre_aggregations: 'pre_aggregation',
  joins: 'join',
}
const flagKeys = new Set(['name', 'public', 'shown', 'primary_key'])
const ownKeys = new Set([...Object.keys(lists), 'name', 'extends', 'access_policy', 'cubes', 'public', 'shown'])

/** `public` wins over the older `shown`. Anything but a boolean is an expression of the engine's. */
const publicFlagOf = (fields: Map<string, Tree>): PublicFlag | null => {
  for (const key of ['public', 'shown']) {
    const tree = fields.get(key)
    if (tree !== undefined && !(tree.kind === 'scalar' && tree.value === null)) {
      return tree.kind === 'scalar' && typeof tree.value === 'boolean' ? tree.value : canonical(tree)
    }
  }
  return null
}

const problem = (tree: Tree, reason: string): Problem => ({ line: tree.line, reason, digest: canonical(tree) })

const readPart = (tree: Tree, kind: PartKind): RawPart | string => {
  const fields = fieldsOf(tree)
  if (!fields) return `A ${kind} is not a map with distinct keys.`
  const name = fields.get('name')
  if (name?.kind !== 'scalar' || typeof name.value !== 'string' || name.value === '') return `A ${kind} has no name that is text.`
  const primaryKey = fields.get('primary_key')
  const isPrimaryKey = primaryKey !== undefined && textOf(primaryKey) !== 'false' && textOf(primaryKey) !== undefined
  const props = new Map<string, string>()
  for (const [key, value] of fields) {
    if (!flagKeys.has(key)) props.set(key, canonical(value))
  }
  // A primary key is hidden unless it says otherwise.
  return { kind, name: name.value, line: tree.line, props, isPublic: publicFlagOf(fields) ?? !isPrimaryKey, isPrimaryKey }
}

const readParts = (fields: Map<string, Tree>, problems: Problem[]): Map<string, RawPart> => {
  const parts = new Map<string, RawPart>()
  for (const [key, kind] of Object.entries(lists)) {
    const list = fields.get(key)
    if (list === undefined || (list.kind === 'scalar' && list.value === null)) continue
    if (list.kind !== 'list') {
      problems.push(problem(list, `${key} is not a list.`))
      continue
    }
    for (const item of list.items) {
      const part = readPart(item, kind)
      if (typeof part === 'string') problems.push(problem(item, part))
      else if (parts.has(partKey(kind, part.name))) problems.push(problem(item, `${JSON.stringify(part.name)} is defined twice.`))
      else parts.set(partKey(kind, part.name), part)
    }
  }
  return parts
}

/** References may be written bare or in braces. */
const reference = (text: string): string =>
  text
    .trim()
    .replace(/^\{(.*)\}$/s, '$1')
    .trim()

const readIncludes = (tree: Tree | undefined): Inclusion['includes'] | null => {
  if (textOf(tree) === '*') return '*'
  if (tree?.kind !== 'list') return null
  const includes = tree.items.map((item) => {
    const fields = fieldsOf(item)
    const name = fields ? textOf(fields.get('name')) : textOf(item)
    if (name === undefined) return null
    const overrides = [...(fields ?? [])].flatMap(([key, value]): [string, string][] =>
      key === 'name' || key === 'alias' ? [] : [[key, canonical(value)]],
    )
    return { name, alias: textOf(fields?.get('alias')) ?? name, overrides }
  })
  return includes.every((include) => include !== null) ? includes : null
}

const readInclusion = (tree: Tree): Inclusion | null => {
  const fields = fieldsOf(tree)
  const path = textOf(fields?.get('join_path'))
  const includes = readIncludes(fields?.get('includes'))
  const excludes = fields?.get('excludes')
  if (!fields || path === undefined || includes === null) return null
  if (excludes !== undefined && excludes.kind !== 'list') return null
  const joinPath = reference(path)
  const cube = joinPath.slice(joinPath.lastIndexOf('.') + 1)
  const isTrue = (key: string): boolean => textOf(fields.get(key)) === 'true'
  return {
    path: joinPath,
    includes,
    excludes: excludes?.items.flatMap((item) => textOf(item) ?? []) ?? [],
    prefix: isTrue('prefix') ? (textOf(fields.get('alias')) ?? cube) : null,
    isSplit: isTrue('split'),
  }
}

const readInclusions = (tree: Tree | undefined, problems: Problem[]): Inclusion[] => {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return []
  const items = tree.kind === 'list' ? tree.items : [tree]
  return items.flatMap((item) => {
    const inclusion = readInclusion(item)
    if (inclusion === null) problems.push(problem(item, 'An entry of cubes lacks a join_path or a list of includes.'))
    return inclusion ?? []
  })
}

export const readEntity = (tree: Tree, kind: 'cube' | 'view'): RawEntity | string => {
  const fields = fieldsOf(tree)
  if (!fields) return `A ${kind} is not a map with distinct keys.`
  const name = fields.get('name')
  if (name?.kind !== 'scalar' || typeof name.value !== 'string' || name.value === '') return `A ${kind} has no name that is text.`
  const parent = textOf(fields.get('extends'))
  const { policies, problems } = readPolicies(fields.get('access_policy'))
  const parts = readParts(fields, problems)
  const inclusions = kind === 'view' ? readInclusions(fields.get('cubes'), problems) : []
  return {
    kind,
    name: name.value,
    line: tree.line,
    parent: parent === undefined ? null : reference(parent),
    props: new Map([...fields].flatMap(([key, value]): [string, string][] => (ownKeys.has(key) ? [] : [[key, canonical(value)]]))),
    publicFlag: publicFlagOf(fields),
    parts,
    policies,
    policyLine: fields.get('access_policy')?.line ?? tree.line,
    inclusions,
    problems: fewProblems(problems, () => canonical(tree)),
  }
}
