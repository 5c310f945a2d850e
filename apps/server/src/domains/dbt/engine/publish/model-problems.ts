import type { ConversionReport, GeneratedFile, ModelDecision } from '@facet/dbt-convert'
import type { ModelProblem } from '#engine/hosting'

export type SourceModel = {
  modelId: string
  /** In the dbt project. */
  file: string
  cube: string
  /** The column that the line is about, where it is about one. */
  column: string | null
}

/** What the compiler says of a file, and of which dbt model that file was made; null where it was not generated. */
export type PublishedProblem = ModelProblem & { model: SourceModel | null }

export type Sources = { files: readonly GeneratedFile[]; report: Pick<ConversionReport, 'models'>; root: string }

const memberName = /^ {6,}- name: (\w+)/

/** Goes up from a line to the member that it belongs to. */
const columnAt = (content: string, line: number | null, { columns }: ModelDecision): string | null => {
  const lines = line === null ? [] : content.split('\n').slice(0, line)
  const member = lines.findLast((text) => memberName.test(text))
  const name = memberName.exec(member ?? '')?.[1]
  return columns.find(({ dimension }) => dimension !== null && dimension === name)?.column ?? null
}

/** Upstream names no file for much of what it finds, but the cube. */
const namedIn = (message: string, byCube: ReadonlyMap<string, ModelDecision>): ModelDecision | undefined => {
  for (const [name] of message.matchAll(/[A-Za-z_]\w*/g)) if (byCube.has(name)) return byCube.get(name)
  return undefined
}

/** Brings what the compiler found back to the dbt project, which is where it can be mended. */
export const createProblemReader = ({ files, report, root }: Sources): ((problem: ModelProblem) => PublishedProblem) => {
  const placed = (path: string): string => (root === '' ? path : `${root}/${path}`)
  const byPath = new Map(report.models.map((decision) => [placed(decision.path), decision]))
  const byCube = new Map(report.models.map((decision) => [decision.cube, decision]))
  const contents = new Map(files.map(({ path, content }) => [placed(path), content]))
  return ({ file, line, message }) => {
    const decision = file === null ? namedIn(message, byCube) : byPath.get(file)
    if (!decision) return { file, line, message, model: null }
    const path = placed(decision.path)
    const column = columnAt(contents.get(path) ?? '', line, decision)
    return { file: path, line, message, model: { modelId: decision.modelId, file: decision.file, cube: decision.cube, column } }
  }
}

const maxShown = 10

const placeOf = ({ file, line, model }: PublishedProblem): string => {
  const place = [file ?? '', ...(file !== null && line !== null ? [line] : [])].join(':')
  if (!model) return place
  const column = model.column === null ? '' : `, column ${model.column}`
  return `${place} (dbt model ${model.modelId} in ${model.file}${column})`
}

/** The first problems as a person reads them. */
export const textOfProblems = (problems: readonly PublishedProblem[]): string => {
  const shown = problems.slice(0, maxShown).map((problem) => [placeOf(problem), problem.message].filter((part) => part !== '').join(': '))
  const rest = problems.length - shown.length
  return [...shown, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n')
}
