import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './compile-report.ts'
import type { SourceFile } from './engine-types.ts'

const template = /\{%|%\}|\{\{|\}\}/

const firstLine = (content: string): number | null => {
  const index = content.split('\n').findIndex((line) => template.test(line))
  return index === -1 ? null : index + 1
}

const needs = (file: string, line: number | null, what: string): Finding => ({
  file,
  line,
  message: `${what} needs the native addon of Cube, which is not installed here. Write it in JavaScript or plain YAML.`,
})

const isTemplated = ({ fileName, content }: SourceFile): boolean =>
  fileName.endsWith('.jinja') || (/\.ya?ml$/.test(fileName) && template.test(content))

/** What the stand-in for the addon cannot do, by file: a model that leaves some of it out would be another model. */
export const findUnsupported = (modelFolder: string, schemaPath: string, files: readonly SourceFile[]): Finding[] => [
  ...(existsSync(join(modelFolder, 'cube.py')) ? [needs('cube.py', null, 'cube.py')] : []),
  ...files
    .filter(({ fileName }) => fileName.endsWith('.py'))
    .map(({ fileName }) => needs(join(schemaPath, fileName), null, 'A Python file')),
  ...files.filter(isTemplated).map(({ fileName, content }) => needs(join(schemaPath, fileName), firstLine(content), 'A Jinja template')),
]
