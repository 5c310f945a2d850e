import { finalResult, finalResults, type MultiResultObject, type ResultObject } from './results.ts'
import type { TransformRequest } from './transform.ts'

/** What nothing but the real addon can do. The prefix is for programs. */
export class NeedsNativeAddon extends Error {
  constructor(what: string) {
    super(`facet:needs_native_addon: ${what} needs the native addon of Cube, which is not installed here.`)
    this.name = 'NeedsNativeAddon'
  }
}

const refuse = (what: string) => (): never => {
  throw new NeedsNativeAddon(what)
}
const refuseLater = (what: string) => async (): Promise<never> => {
  throw new NeedsNativeAddon(what)
}

// Strings of SQL in single quotes, where a doubled quote stands for one, and dollar-quoted text.
const literals = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g

/** Every function of the addon that the engine may call, by the names it calls them. */
export const createAddon = () => ({
  isFallbackBuild: (): boolean => true,
  setupLogger: (): void => undefined,
  resetLogger: (): void => undefined,
  redactSqlLiterals: (text: string): string => text.replaceAll(literals, "'redacted'"),
  getFinalQueryResult: async (request: TransformRequest, rows: unknown, result: ResultObject): Promise<ArrayBuffer> =>
    finalResult(request, rows, result),
  getFinalQueryResultMulti: async (
    requests: readonly TransformRequest[],
    rows: readonly unknown[],
    answer: MultiResultObject,
  ): Promise<ArrayBuffer> => finalResults(requests, rows, answer),
  registerInterface: refuseLater('The SQL API'),
  shutdownInterface: async (): Promise<void> => undefined,
  execSql: refuseLater('The SQL API'),
  sql4sql: refuseLater('SQL for SQL'),
  rest4sql: refuseLater('Turning SQL into a query'),
  buildSqlAndParams: refuse('The planner Tesseract'),
  parseCubestoreResultMessage: refuseLater('Cube Store'),
  getCubestoreResult: refuse('Cube Store'),
  transpileJs: refuseLater('Native transpilation'),
  transpileYaml: refuseLater('Native transpilation'),
  // Made for every model, used for those with templates.
  newJinjaEngine: () => ({ loadTemplate: refuse('A Jinja template'), renderTemplate: refuseLater('A Jinja template') }),
  pythonLoadConfig: refuseLater('cube.py'),
  pythonLoadModel: refuseLater('A Python model file'),
})

export type Addon = ReturnType<typeof createAddon>
