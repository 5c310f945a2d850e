import type { ModelCache } from './cache.ts'
import type { Model, Opaque, ViewGroup } from './model.ts'
import type { RawEntity } from './read-entity.ts'
import { digestOf, type RawFile, readFile } from './read-file.ts'
import { resolveEntities } from './resolve.ts'

/** A file of the repository. `id` is that of its content, such as git's blob id; without one, the content is hashed. */
export type SourceFile = { path: string; content: string; id?: string }

export type FoundEntity = RawEntity & { file: string; isUncertain: boolean }

const yamlFile = /\.ya?ml$/i
const codeFile = /\.(?:[cm]?[jt]s|py|jinja2?)$/i
const modelFolder = /(?:^|\/)(?:model|schema)\//
const modelKey = /(?:^|[\s{,])["']?(?:cubes|views|view_groups)["']?\s*:/

/** What a path says before anybody reads the file. The engine's folder of models can be set by code, so of YAML elsewhere the content decides. */
export const kindOfPath = (path: string): 'model' | 'yaml' | 'code' | 'other' => {
  if (yamlFile.test(path)) return modelFolder.test(path) ? 'model' : 'yaml'
  return codeFile.test(path) ? 'code' : 'other'
}

const isModelFile = ({ path, content }: SourceFile): boolean => {
  const kind = kindOfPath(path)
  return kind === 'model' || (kind === 'yaml' && modelKey.test(content))
}

const readCached = (file: SourceFile, cache: ModelCache | undefined): RawFile => {
  if (!cache) return readFile(file.content)
  const key = file.id ?? digestOf(file.content)
  const known = cache.lookUp(key)
  if (known) return known
  const read = readFile(file.content)
  cache.keep(key, read)
  return read
}

/** The model a set of files makes. Never throws: what it cannot understand is listed as opaque, with file, line and reason. */
export const readModel = (files: Iterable<SourceFile>, { cache }: { cache?: ModelCache } = {}): Model => {
  const found = new Map<string, FoundEntity>()
  const viewGroups = new Map<string, ViewGroup>()
  const opaque: Opaque[] = []
  const sorted = [...files].toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))

  for (const source of sorted) {
    const file = source.path
    if (kindOfPath(file) === 'code') {
      const reason = 'It is code, which can define or change any part of the model when it runs.'
      opaque.push({ file, line: 1, reason, digest: digestOf(source.content) })
    }
    if (!isModelFile(source)) continue
    const read = readCached(source, cache)
    const isUncertain = read.problems.length > 0
    opaque.push(...read.problems.map((problem) => ({ file, ...problem })))
    for (const group of read.viewGroups) viewGroups.set(group.name, { ...group, file })
    for (const entity of read.entities) {
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
