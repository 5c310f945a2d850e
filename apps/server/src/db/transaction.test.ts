import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool, lazyTransaction, type Pool, sql } from '#db'
import { fillTenant, useDatabase } from '#test'

const database = useDatabase()
let pool: Pool
let tenantId: number
const poolErrors: Error[] = []

beforeAll(async () => {
  tenantId = await fillTenant(database.query, 'own')
})
beforeEach(() => {
  pool = createPool(database.serviceUrl, 2, (error) => void poolErrors.push(error))
})
afterEach(() => pool.end())

const readOnly = () => lazyTransaction(pool, tenantId, 'read only')
const readWrite = () => lazyTransaction(pool, tenantId, 'read write')
const roleNames = async (): Promise<string[]> =>
  (await database.query<{ name: string }>('select name from roles where tenant_id = $1 order by id', [tenantId])).map(({ name }) => name)
const addRole = (transaction: ReturnType<typeof readWrite>, name: string) =>
  transaction.db
    .insertInto('roles')
    .values({ tenant_id: tenantId, name, actions: ['All'] })
    .execute()

describe('a lazy transaction', () => {
  it('takes no connection while no statement runs, however it ends', async () => {
    const committed = readWrite()
    await committed.commit()
    const undone = readOnly()
    await undone.rollback()

    expect([pool.totalCount, committed.isOpen(), undone.isOpen()]).toEqual([0, false, false])

    const used = readOnly()
    await used.db.selectFrom('roles').select('id').execute()
    expect([pool.totalCount, pool.idleCount, used.isOpen()]).toEqual([1, 0, true])
    await used.rollback()
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  })

  it('opens once for statements that start together', async () => {
    const transaction = readOnly()
    const backends = await Promise.all(
      [1, 2].map(() => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction.db).then(({ rows }) => rows[0]?.pid)),
    )
    await transaction.commit()

    expect(new Set(backends).size).toBe(1)
    expect(pool.totalCount).toBe(1)
  })

  it('keeps what it commits and nothing of what it rolls back', async () => {
    const kept = readWrite()
    await addRole(kept, 'kept')
    expect(await roleNames()).not.toContain('kept')
    await kept.commit()
    const undone = readWrite()
    await addRole(undone, 'undone')
    await undone.rollback()

    expect(await roleNames()).toContain('kept')
    expect(await roleNames()).not.toContain('undone')
  })

  it('refuses writes when it is for reading', async () => {
    const transaction = readOnly()

    const refused = await addRole(transaction, 'sneaked in').catch((error: unknown) => error)
    await transaction.rollback()

    expect(refused).toMatchObject({ cause: { code: '25006' } })
    expect(await roleNames()).not.toContain('sneaked in')
  })

  it('says so when a transaction that failed is committed, and gives its connection back once', async () => {
    const transaction = readWrite()
    await addRole(transaction, 'lost')
    await expect(sql`select 1 / 0`.execute(transaction.db)).rejects.toMatchObject({ code: '22012' })

    await expect(transaction.commit()).rejects.toThrow('The transaction had failed and was rolled back.')
    await transaction.rollback()

    expect(await roleNames()).not.toContain('lost')
    expect([pool.totalCount, pool.idleCount]).toEqual([pool.idleCount, pool.totalCount])
    const next = readWrite()
    await next.db.selectFrom('roles').select('id').execute()
    await next.commit()
  })

  it('leaves no tenant on the connection it gives back', async () => {
    const alone = createPool(database.serviceUrl, 1, () => undefined)
    const visible = async (): Promise<number> => (await alone.query('select id from roles')).rows.length
    for (const end of ['commit', 'rollback'] as const) {
      const transaction = lazyTransaction(alone, tenantId, 'read write')
      expect((await transaction.db.selectFrom('roles').select('id').execute()).length).toBeGreaterThan(0)
      await transaction[end]()
      expect([end, await visible()]).toEqual([end, 0])
    }
    await alone.end()
  })

  it('takes no statement after its end', async () => {
    const transaction = readWrite()
    await addRole(transaction, 'in time')
    await transaction.commit()

    await expect(addRole(transaction, 'too late')).rejects.toThrow('The transaction has ended.')
    await expect(transaction.rollback()).resolves.toBeUndefined()
    expect(await roleNames()).not.toContain('too late')
  })

  it('cannot be opened for something that is no tenant', async () => {
    const transaction = lazyTransaction(pool, Number.NaN, 'read only')

    await expect(transaction.db.selectFrom('roles').select('id').execute()).rejects.toThrow(TypeError)
    await transaction.rollback()

    expect(pool.totalCount).toBe(0)
  })

  it('reports an outage when its connection is cut, never commits, and leaves the pool usable', async () => {
    const transaction = readWrite()
    await addRole(transaction, 'cut off')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction.db)
    await database.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])

    await expect(transaction.commit()).rejects.toMatchObject({ code: 'service_unavailable' })
    await transaction.rollback()

    expect(await roleNames()).not.toContain('cut off')
    const next = readWrite()
    await addRole(next, 'carried on')
    await next.commit()
    expect(await roleNames()).toContain('carried on')
  })

  it('does not pass off a commit on a connection that was lost during a statement', async () => {
    const transaction = readWrite()
    await addRole(transaction, 'lost midway')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction.db)
    await database.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await expect(addRole(transaction, 'never sent')).rejects.toMatchObject({ code: 'service_unavailable' })

    await expect(transaction.commit()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await roleNames()).not.toContain('lost midway')
  })

  it('answers with an outage when the database is not there', async () => {
    const nowhere = createPool('postgres://facet@127.0.0.1:1/facet', 1, () => undefined)
    const transaction = lazyTransaction(nowhere, tenantId, 'read only')

    await expect(transaction.db.selectFrom('roles').select('id').execute()).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
    })
    await transaction.rollback()
    await nowhere.end()
  })
})
