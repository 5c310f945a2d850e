import type { Dialect } from './warehouses.ts'

/**
 * Where the engine puts values of a query into SQL: it writes `$0$` for the first, and some drivers fill question marks, both without asking
 * whether they stand in a text or a name. A value would end that, and go on as SQL.
 */
export const hasEngineMarks = (text: string, { fillsQuestionMarks }: Pick<Dialect, 'fillsQuestionMarks'>): boolean =>
  /\$\d+\$/.test(text) || (fillsQuestionMarks && text.includes('?'))
