import type { TokenOwner } from '#access'
import type { Db } from '#db'
import { securityContextOf } from '#domains/embed/security-context'
import { getOwnIdentity } from './caller-context-queries.ts'

/** What a query sees of the owner of a key, by what administrators say of them now. */
export const contextOfOwner = async (db: Db, owner: TokenOwner): Promise<Record<string, unknown>> => {
  const { identity, document } = await getOwnIdentity(db, owner)
  return securityContextOf(identity, document)
}
