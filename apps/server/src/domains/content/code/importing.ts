import { createHash } from 'node:crypto'
import type { ContentPlanItem } from '@facet/contract'
import type { Db } from '#db'
import type { WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import type { Archive } from './archive.ts'
import type { Entry } from './archive-entries.ts'
import type { FolderTree } from './folder-tree.ts'
import type { Grantees } from './grantees.ts'
import type { ImportedRevisions } from './imported-revisions.ts'

/** One import: what is there, what is wanted, and how ids are given. */
export type Importing = {
  db: Db
  workspace: WorkspaceAccess
  archive: Archive
  folders: FolderTree
  grantees: Grantees
  imported: ImportedRevisions
  /** What a public id of the archive is called here. */
  publicIdOf: (publicId: string) => string
  /** Lets others write in between. Called between two items. */
  yieldTurn: () => Promise<void>
}

/** What is to be done with a file; `id` is of the item that is there. */
export type Planned = {
  entry: Entry
  name: string
  outcome: ContentPlanItem['outcome']
  reason: { code: string; message: string } | null
  notes: string[]
  id: number | null
  /** When the item that is there was last changed, read before anything else of it. */
  updatedAt: Date | null
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** For each deployment another, and the same each time. */
export const derivedPublicId = ({ tenantId, deploymentId }: WorkspaceAccess, publicId: string): string =>
  Array.from(
    createHash('sha256').update(`${tenantId} ${deploymentId} ${publicId}`).digest().subarray(0, publicId.length),
    (byte) => letters[byte % letters.length],
  ).join('')

/** Why not, where a check refuses; what is no refusal passes. */
export const refusalIn = async (check: () => Promise<void> | void): Promise<Failure | null> => {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return error
    throw error
  }
}
