import type { ContentFileGrant } from '@facet/contract'
import { type Granted, setGrant } from '#domains/content/grants'
import { levels } from '#domains/content/items'
import { setOwner } from './import-queries.ts'
import type { Importing } from './importing.ts'
import type { Sharing } from './sharing-queries.ts'

const levelOf = { view: levels.view, edit: levels.edit, full: levels.full } as const

const keyOf = ({ to, name }: ContentFileGrant): string => `${to} ${name ?? ''}`

/** Makes grants and owner what is wanted, by the one place that writes grants. Nothing where nothing is wanted of them. */
export const applySharing = async (importing: Importing, granted: Granted, wanted: Sharing, current: Sharing): Promise<void> => {
  const { db, grantees } = importing
  if (!wanted.grants) return
  const keys = new Set(wanted.grants.map(keyOf))
  const before = new Map((current.grants ?? []).map((grant) => [keyOf(grant), grant.level]))
  for (const grant of current.grants ?? []) {
    const found = keys.has(keyOf(grant)) ? null : await grantees.find(grant)
    if (found) await setGrant(db, granted, found.grantee, null)
  }
  for (const grant of wanted.grants) {
    const found = before.get(keyOf(grant)) === grant.level ? null : await grantees.find(grant)
    if (found) await setGrant(db, granted, found.grantee, levelOf[grant.level])
  }
  const owner = wanted.owner && wanted.owner !== current.owner ? await grantees.findOwner(wanted.owner) : null
  if (owner && granted.kind !== 'dashboard') await setOwner(db, granted.access, owner.id)
}
