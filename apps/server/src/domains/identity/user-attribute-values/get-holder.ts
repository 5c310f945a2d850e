import type { EmbedTenantsAccess } from '#access'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { findHolder, type Holder } from './user-attribute-value-queries.ts'

export const userNotFound = (id: number | string): Failure =>
  new Failure('user_not_found', `User ${id} was not found, neither among the users of the tenant nor among external ones.`)

export const getHolder = async (db: Db, access: EmbedTenantsAccess, id: number): Promise<Holder> => {
  const holder = await findHolder(db, access, id)
  if (!holder) throw userNotFound(id)
  return holder
}
