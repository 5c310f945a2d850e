import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** A part of the operation's transaction that is only tried: whatever it wrote is undone, and what it found is answered. */
export const inUndoneSavepoint = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint tried`.execute(db)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint tried`.execute(db)
    await sql`release savepoint tried`.execute(db)
  }
}

/** A part of the operation's transaction that can fail alone: what it wrote is undone, and the rest stands. */
export const inSavepoint = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint part`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db)
    await sql`release savepoint part`.execute(db)
    throw error
  }
}
