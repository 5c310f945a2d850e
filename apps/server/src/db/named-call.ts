import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** `select * from f(p_a => $1, p_b => $2)`: by name, since nobody can check the fourteenth of fifteen positions by reading. */
export const namedCall = (name: string, parameters: string[]): string =>
  `select * from ${name}(${parameters.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ')})`

/** The same in a transaction of the caller's. */
export const callByName = async <Row extends object>(db: Db, name: string, values: Record<string, unknown>): Promise<Row[]> => {
  const named = Object.entries(values).map(([parameter, value]) => sql`${sql.raw(parameter)} => ${value}`)
  return (await sql<Row>`select * from ${sql.raw(name)}(${sql.join(named)})`.execute(db)).rows
}
