import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStoreConfig } from '#config'
import type { Say } from './command.ts'

// A folder of the network may not even be looked at by root: whoever uses it hears of that.
const ownerOf = (path: string): number | undefined => {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}

/** What root writes into the folder of another user cannot be read by that user, who runs the service. */
export const warnOfForeignFolder = (location: ObjectStoreConfig, warn: Say): void => {
  if (location.kind !== 'folder' || process.getuid?.() !== 0) return
  const owner = ownerOf(location.folder) ?? ownerOf(dirname(location.folder))
  if (owner === undefined || owner === 0) return
  warn(
    `FACET_OBJECT_STORE: the folder ${location.folder} belongs to the user with id ${owner}, who cannot read what root writes there. Run this as that user (setpriv --reuid ${owner} --clear-groups facet …), and give them what is there by now (chown -R ${owner} ${location.folder}).`,
  )
}
