/** How an engine tells errors under a status that says that all went well. */
export type HiddenErrors = {
  /** Small answers that can be the text of an error. */
  hidesErrors?: true
  /** Answered line by line, each of which can be an error. */
  isLines?: true
}

const known = new Map<string, HiddenErrors>([
  ['cubesql', { isLines: true }],
  ['sql', { hidesErrors: true }],
  ['convert-query', { hidesErrors: true }],
])

/** By the name of a route of the data API. */
export const hiddenErrorsOf = (route: string): HiddenErrors => known.get(route) ?? {}
