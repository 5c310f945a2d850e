/** A file of the named place, imports it may not have with a part of what the linter answers, and imports it may. */
export type ImportCase = { file: string; refused: Record<string, string>; allowed: string[] }

export const value = (from: string): string => `import { thing } from '${from}'`
export const type = (from: string): string => `import type { Thing } from '${from}'`
