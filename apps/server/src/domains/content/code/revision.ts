import { createHash } from 'node:crypto'
import { compactJson } from './canonical-json.ts'

type Sharing = { owner?: string | null; grants?: readonly unknown[] }

const hashOf = (value: object): string => createHash('sha256').update(compactJson(value)).digest('hex').slice(0, 24)

/**
 * Of what a file says: of its content and, where it is told, of whose it is and whom it is shared with. Two parts, since not everybody
 * is told the second.
 */
export const revisionOf = ({ revision: _revision, owner, grants, ...content }: Sharing & { revision?: unknown }): string =>
  grants === undefined ? hashOf(content) : `${hashOf(content)}.${hashOf({ owner: owner ?? null, grants })}`

export const revised = <File extends Sharing & object>(file: File): File & { revision: string } => ({ ...file, revision: revisionOf(file) })
