import { createHash } from 'node:crypto'
import type { FunctionCalls } from '#db'
import { newKey, openWith, sealWith } from './sealing.ts'

export type RootKeys = { current: Buffer; previous: Buffer | null }
export type EncryptionKeys = {
  get: (id: number) => Promise<Buffer>
  active: () => Promise<{ id: number; key: Buffer }>
  /** Reads the table again and answers the newest id held, which the heartbeat reports. */
  refresh: () => Promise<number | null>
}

type KeyRow = { id: number; state: 'distributed' | 'active' | 'retired'; root_key_id: string; wrapped: Buffer }

export const rootKeyId = (rootKey: Buffer): string =>
  createHash('sha256').update('facet root key').update(rootKey).digest('hex').slice(0, 12)

const boundTo = (id: number): string => `encryption key ${id}`

export const unwrapEncryptionKey = (roots: RootKeys, row: KeyRow): Buffer => {
  const root = [roots.current, roots.previous].find((key) => key !== null && rootKeyId(key) === row.root_key_id)
  if (!root)
    throw new Error(
      `Encryption key ${row.id} was wrapped by root key ${row.root_key_id}, which is neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS. Set one of them to the root key that this database was used with.`,
    )
  return openWith(root, boundTo(row.id), row.wrapped)
}

export const listEncryptionKeys = (calls: FunctionCalls): Promise<KeyRow[]> =>
  calls.call<KeyRow>('list-encryption-keys', 'select id, state, root_key_id, wrapped from encryption_keys order by id', [])

/** Makes a key and stores it wrapped. The active slot is unique, so of two processes starting at once one wins and both use its key. */
export const addEncryptionKey = async (calls: FunctionCalls, roots: RootKeys, state: 'distributed' | 'active'): Promise<number | null> => {
  const [next] = await calls.call<{ id: number }>('next-id', "select nextval('facet_ids') as id", [])
  if (!next) throw new Error('The id sequence gave no number.')
  const rows = await calls.call<{ id: number }>(
    'add-encryption-key',
    "insert into encryption_keys (id, state, root_key_id, wrapped, activated_at) values ($1, $2, $3, $4, case when $2 = 'active' then now() end) on conflict do nothing returning id",
    [next.id, state, rootKeyId(roots.current), sealWith(roots.current, boundTo(next.id), newKey())],
  )
  return rows[0]?.id ?? null
}

/** Wraps every key anew under the current root key, so that the previous one can be taken away. */
export const rewrapUnderRoot = async (calls: FunctionCalls, roots: RootKeys): Promise<number> => {
  const stale = (await listEncryptionKeys(calls)).filter((row) => row.root_key_id !== rootKeyId(roots.current))
  for (const row of stale)
    await calls.call('rewrap-encryption-key', 'update encryption_keys set root_key_id = $2, wrapped = $3 where id = $1', [
      row.id,
      rootKeyId(roots.current),
      sealWith(roots.current, boundTo(row.id), unwrapEncryptionKey(roots, row)),
    ])
  return stale.length
}

export const createEncryptionKeys = (calls: FunctionCalls, roots: RootKeys): EncryptionKeys => {
  const keys = new Map<number, Buffer>()
  let activeId: number | null = null

  const refresh = async (): Promise<number | null> => {
    const rows = await listEncryptionKeys(calls)
    for (const row of rows) if (!keys.has(row.id)) keys.set(row.id, unwrapEncryptionKey(roots, row))
    activeId = rows.find((row) => row.state === 'active')?.id ?? null
    return rows.at(-1)?.id ?? null
  }

  const get = async (id: number): Promise<Buffer> => {
    if (!keys.has(id)) await refresh()
    const key = keys.get(id)
    if (!key) throw new Error(`Encryption key ${id} does not exist.`)
    return key
  }

  return {
    get,
    refresh,
    active: async () => {
      if (activeId === null) await refresh()
      if (activeId === null) {
        await addEncryptionKey(calls, roots, 'active')
        await refresh()
      }
      if (activeId === null) throw new Error('There is no active encryption key.')
      return { id: activeId, key: await get(activeId) }
    },
  }
}
