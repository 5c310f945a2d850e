import type { SourceChange } from '../../../harness/source-changes.ts'
import type { Phase } from './attacks.ts'

/** A wall that is weakened, and the attacks of which at least one must then be seen to reach. */
export type Plant = { name: string; phase: Phase; attacks: string[]; changes: SourceChange[] }

export const change = (file: string, find: string, put: string): SourceChange => ({ file, find, put })
