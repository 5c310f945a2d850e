import type { MemberList, Policy } from './model.ts'
import { rowsOf } from './row-filters.ts'
import { canonical, fieldsOf, textOf, type Tree } from './tree.ts'

export type Problem = { line: number; reason: string; digest: string }

const maxProblems = 100

/** Past a hundred, the rest is counted; the digest still tells whether anything of it changed. */
export const fewProblems = (problems: Problem[], digest: () => string): Problem[] => {
  const [first] = problems
  if (!first || problems.length <= maxProblems) return problems
  const rest = problems.length - maxProblems
  return [...problems.slice(0, maxProblems), { line: first.line, reason: `${rest} more places of it could not be read.`, digest: digest() }]
}

const known = new Set(['group', 'groups', 'role', 'roles', 'conditions', 'member_level', 'member_masking', 'row_level'])

const namesOf = (tree: Tree): string[] => (tree.kind === 'list' ? tree.items.flatMap((item) => textOf(item) ?? []) : [textOf(tree) ?? ''])

/** A policy that names no group concerns everyone; so does one with an empty name. An empty list concerns nobody. */
const groupsOf = (fields: Map<string, Tree>): string[] => {
  const given = ['group', 'groups', 'role', 'roles'].flatMap((key) => fields.get(key) ?? [])
  if (given.length === 0) return ['*']
  const names = given.flatMap(namesOf).map((name) => name || '*')
  return names.includes('*') ? ['*'] : [...new Set(names)].toSorted()
}

const memberName = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const listOf = (tree: Tree | undefined, absent: Set<string> | '*'): Set<string> | '*' => {
  if (tree === undefined) return absent
  if (tree.kind === 'list') return new Set(namesOf(tree).map(memberName))
  const text = textOf(tree)
  if (!text) return absent
  return text === '*' ? '*' : new Set([memberName(text)])
}

const membersOf = (tree: Tree | undefined): MemberList | null => {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return null
  const fields = fieldsOf(tree)
  return fields && { includes: listOf(fields.get('includes'), '*'), excludes: listOf(fields.get('excludes'), new Set()) }
}

const conditionsOf = (tree: Tree | undefined): string[] => {
  if (tree?.kind !== 'list') return tree === undefined ? [] : [canonical(tree)]
  return tree.items.map((item) => textOf(fieldsOf(item)?.get('if')) ?? canonical(item))
}

const isMapOrAbsent = (tree: Tree | undefined): boolean => tree === undefined || tree.kind === 'map'

const readPolicy = (tree: Tree): Policy | string => {
  const fields = fieldsOf(tree)
  if (!fields) return 'An access policy is not a map with distinct keys.'
  const unknown = [...fields.keys()].find((key) => !known.has(key))
  if (unknown !== undefined) return `An access policy has the unknown key ${JSON.stringify(unknown)}.`
  if (!['member_level', 'member_masking', 'row_level'].every((key) => isMapOrAbsent(fields.get(key)))) {
    return 'member_level, member_masking and row_level of an access policy are maps.'
  }
  return {
    line: tree.line,
    groups: groupsOf(fields),
    conditions: [...new Set(conditionsOf(fields.get('conditions')))].toSorted(),
    full: membersOf(fields.get('member_level')),
    masked: membersOf(fields.get('member_masking')),
    rows: rowsOf(fields.get('row_level')),
    text: canonical(tree),
  }
}

/** A list without entries is no policy at all: the engine then guards nothing. */
export const readPolicies = (tree: Tree | undefined): { policies: Policy[]; problems: Problem[] } => {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return { policies: [], problems: [] }
  if (tree.kind !== 'list') {
    return { policies: [], problems: [{ line: tree.line, reason: 'access_policy is not a list.', digest: canonical(tree) }] }
  }
  const policies: Policy[] = []
  const problems: Problem[] = []
  for (const item of tree.items) {
    const policy = readPolicy(item)
    if (typeof policy === 'string') problems.push({ line: item.line, reason: policy, digest: canonical(item) })
    else policies.push(policy)
  }
  return { policies, problems }
}
