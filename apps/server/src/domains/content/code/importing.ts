import { createHash } from 'node:crypto'
import type { ContentPlanItem } from '@facet/contract'
import type { Db } from '#db'
import type { Level, WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import type { Archive } from './archive.ts'
import type { Entry } from './archive-entries.ts'
import type { FolderTree } from './folder-tree.ts'
import type { Grantees } from './grantees.ts'

/** One import: what is there, what is wanted, and how ids are given. */
export type Importing = {
  db: Db
  workspace: WorkspaceAccess
  archive: Archive
  folders: FolderTree
  grantees: Grantees
  /** What a public id of the archive is called here. */
  publicIdOf: (publicId: string) => string
}

/** What is to be done with a file; `id` is of the item that is there. */
export type Planned = {
  entry: Entry
  name: string
  outcome: ContentPlanItem['outcome']
  reason: { code: string; message: string } | null
  notes: string[]
  id: number | null
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

const words = { 0: 'seen on the way to others', 1: 'viewed', 2: 'edited', 3: 'managed' } as const

export const requireLevel = ({ caller }: WorkspaceAccess, what: string, level: Level, needed: 2 | 3): void => {
  if (level >= needed) return
  throw new Failure(
    'item_access_denied',
    `${what} can only be ${words[level]} by ${caller.principalName}; this needs ${needed === 2 ? 'edit' : 'full access'}. Ask its owner, or somebody with full access, to share it so.`,
  )
}
