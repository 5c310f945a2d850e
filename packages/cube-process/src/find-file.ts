import { join } from 'node:path'
import type { Finding } from './compile-report.ts'
import type { SourceFile } from './engine-types.ts'
import { cubeIn, lineOf } from './error-lines.ts'

type Sources = ReadonlyMap<string, SourceFile>
type Place = { source: SourceFile; line: number }

const placesOf = (sources: Sources, find: (source: SourceFile) => number | null): Place[] =>
  [...sources.values()].flatMap((source) => {
    const line = find(source)
    return line === null ? [] : [{ source, line }]
  })

const lineWith = (word: string, { content }: SourceFile): number | null => {
  const index = content.split('\n').findIndex((line) => new RegExp(String.raw`\b${word}\b`).test(line))
  return index === -1 ? null : index + 1
}

const undefinedName = /^([A-Za-z_$][\w$]*) is not defined$/

/** Upstream names no file for much of what it finds. The cube it is about, or the name that nothing has, says where to look. */
export const withFile = (finding: Finding, sources: Sources, schemaPath: string): Finding => {
  if (finding.file !== null) return finding
  const missing = undefinedName.exec(finding.message)?.[1]
  const cube = cubeIn(finding.message)
  const places = [
    ...(cube === undefined ? [] : placesOf(sources, (source) => lineOf(`${cube} cube:`, source))),
    ...(missing === undefined ? [] : placesOf(sources, (source) => lineWith(missing, source))),
  ]
  const [place] = places
  if (!place || places.length > 1) return finding
  return { ...finding, file: join(schemaPath, place.source.fileName), line: lineOf(finding.message, place.source) ?? place.line }
}
