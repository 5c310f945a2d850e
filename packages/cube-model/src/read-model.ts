import type { Model, Opaque, ViewGroup } from './model.ts'
import type { RawEntity } from './read-entity.ts'
import { digestOf, hasModelKey, type RawFile, readFile } from './read-file.ts'
import { type FoundEntity, resolveEntities } from './resolve.ts'

/** A file of the repository. */
export type SourceFile = { path: string; content: string }

/** A file that was read where it had to be; `digest` tells its content from any other. */
export type ParsedFile = { path: string; digest: string; raw: RawFile | null; isKeyed: boolean }

const yamlFile = /\.ya?ml$/i
const codeFile = /\.(?:[cm]?[jt]s|py|jinja2?)$/i
const modelFolder = /(?:^|\/)(?:model|schema)\//

/** What a path says before anybody reads the file. The engine's folder of models can be set by code, so of YAML elsewhere the content decides. */
export const kindOfPath = (path: string): 'model' | 'yaml' | 'code' | 'other' => {
  if (yamlFile.test(path)) return modelFolder.test(path) ? 'model' : 'yaml'
  return codeFile.test(path) ? 'code' : 'other'
}

const isModelFile = ({ path, isKeyed }: ParsedFile): boolean => {
  const kind = kindOfPath(path)
  return kind === 'model' || (kind === 'yaml' && isKeyed)
}

const parsed = ({ path, content }: SourceFile): ParsedFile => {
  const file = { path, digest: digestOf(content), raw: null, isKeyed: hasModelKey(content) }
  return isModelFile(file) ? { ...file, raw: readFile(content) } : file
}

/** The model a set of files makes. Never throws: what it cannot understand is listed as opaque, with file, line and reason. */
export const readModel = (files: Iterable<SourceFile>): Model => readParsed([...files].map(parsed))

/** The same of files that were read before. */
export const readParsed = (files: readonly ParsedFile[]): Model => {
  const found = new Map<string, FoundEntity>()
  const viewGroups = new Map<string, ViewGroup>()
  const opaque: Opaque[] = []
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))

  for (const source of sorted) {
    const { path: file, raw, digest } = source
    if (kindOfPath(file) === 'code')
      opaque.push({ file, line: 1, reason: 'It is code, which can define or change any part of the model when it runs.', digest })
    if (!isModelFile(source) || raw === null) continue
    const isUncertain = raw.problems.length > 0
    opaque.push(...raw.problems.map((problem) => ({ file, ...problem })))
    for (const group of raw.viewGroups) viewGroups.set(group.name, { ...group, file })
    for (const entity of raw.entities) {
      opaque.push(...entity.problems.map((problem) => ({ file, ...problem, reason: `${entity.name}: ${problem.reason}` })))
      const first = found.get(entity.name)
      if (first) {
        first.isUncertain = true
        const reason = `${entity.name} is defined a second time; the first is in ${first.file}.`
        opaque.push({ file, line: entity.line, reason, digest: digestOf(definitionOf(entity)) })
      } else found.set(entity.name, { ...entity, file, isUncertain: isUncertain || entity.problems.length > 0 })
    }
  }
  const { entities, overflowing } = resolveEntities(found)
  return { entities, viewGroups, opaque: [...opaque, ...overflowing] }
}

const definitionOf = (entity: RawEntity): string =>
  JSON.stringify(entity, (_, value: unknown) => (value instanceof Map ? [...value] : value))
