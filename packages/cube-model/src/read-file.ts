import { createHash } from 'node:crypto'
import { type RawEntity, readEntity } from './read-entity.ts'
import { fewProblems, type Problem } from './read-policy.ts'
import { modelLimits } from './limits.ts'
import { canonical, parseTree, textOf, type Tree } from './tree.ts'

/** What one YAML file says, whatever its path. */
export type RawFile = { entities: RawEntity[]; viewGroups: { name: string; line: number; text: string }[]; problems: Problem[] }

const jinja = /\{\{|\}\}|\{%|%\}/

const modelKey = /(?:^|[\s{,])["']?(?:cubes|views|view_groups)["']?\s*:/

/** Whether YAML outside of the folders of models may define some: which folders those are can be set by code. */
export const hasModelKey = (content: string): boolean => modelKey.test(content)

/** A file that nobody looks into for its size. */
export const tooLarge = (digest: string): RawFile => ({
  entities: [],
  viewGroups: [],
  problems: [{ line: 1, reason: 'It is larger than 1 MB.', digest }],
})

export const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')

const lineAt = (content: string, index: number): number => content.slice(0, index).split('\n').length

const readList = (tree: Tree, kind: 'cube' | 'view', file: RawFile): void => {
  if (tree.kind === 'scalar' && tree.value === null) return
  if (tree.kind !== 'list') {
    file.problems.push({ line: tree.line, reason: `${kind}s is not a list.`, digest: canonical(tree) })
    return
  }
  for (const item of tree.items) {
    const entity = readEntity(item, kind)
    if (typeof entity === 'string') file.problems.push({ line: item.line, reason: entity, digest: canonical(item) })
    else file.entities.push(entity)
  }
}

const readViewGroups = (tree: Tree, file: RawFile): void => {
  const items = tree.kind === 'list' ? tree.items : []
  for (const item of items) {
    const name = item.kind === 'map' ? textOf(item.entries.get('name')) : undefined
    if (name === undefined) file.problems.push({ line: item.line, reason: 'A view group has no name.', digest: canonical(item) })
    else file.viewGroups.push({ name, line: item.line, text: canonical(item) })
  }
}

const readTop = (tree: Tree, file: RawFile): void => {
  if (tree.kind === 'scalar' && tree.value === null) return
  if (tree.kind !== 'map') {
    file.problems.push({ line: tree.line, reason: 'It holds neither cubes nor views.', digest: canonical(tree) })
    return
  }
  for (const [key, value] of tree.entries) {
    if (key === 'cubes') readList(value, 'cube', file)
    else if (key === 'views') readList(value, 'view', file)
    else if (key === 'view_groups') readViewGroups(value, file)
    else file.problems.push({ line: value.line, reason: `The key ${JSON.stringify(key)} is unknown here.`, digest: canonical(value) })
  }
}

/**
 * The engine renders a file with Jinja in it as a whole, quoted scalars too, before it is YAML. What can be read of its
 * text is read all the same, because a reviewer is helped by it; the file stays opaque.
 */
export const readFile = (content: string): RawFile => {
  if (Buffer.byteLength(content) > modelLimits.maxFileBytes) return tooLarge(digestOf(content))
  const file: RawFile = { entities: [], viewGroups: [], problems: [] }
  const template = jinja.exec(content)
  if (template) {
    const line = lineAt(content, template.index)
    file.problems.push({ line, reason: 'It is a Jinja template: only the engine knows what it becomes.', digest: digestOf(content) })
  }
  const parsed = parseTree(content)
  if ('tree' in parsed) readTop(parsed.tree, file)
  else if (!template) file.problems.push({ line: parsed.line, reason: parsed.reason, digest: digestOf(content) })
  return { ...file, problems: fewProblems(file.problems, () => digestOf(content)) }
}
