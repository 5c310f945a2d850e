import { afterEach, describe, expect, it, vi } from 'vitest'
import { type RootKeys, rotateEncryptionKey } from '#secrets'
import { openRing, type RingHolder, rootKey, useDatabase } from '#test'

const place = 'variable 7'
const root: RootKeys = { current: rootKey(1), previous: null }

const database = useDatabase()
let tenants = 0
const holders: RingHolder[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const holder of holders.splice(0)) await holder.close()
  await database.query('truncate data_keys, encryption_keys cascade')
  await database.query('delete from nodes')
})

const open = (roots: RootKeys = root): RingHolder => {
  const holder = openRing(database, roots)
  holders.push(holder)
  return holder
}
const newTenant = async (): Promise<number> => {
  const [row] = await database.query<{ id: string }>('insert into tenants (name) values ($1) returning id', [`tenant ${++tenants}`])
  return Number(row?.id)
}
const seal = ({ inTenant, ring }: RingHolder, tenantId: number, text: string) =>
  inTenant(tenantId, (db) => ring.seal(db, tenantId, place, text))
const unseal = ({ inTenant, ring }: RingHolder, tenantId: number, sealed: Buffer) =>
  inTenant(tenantId, (db) => ring.open(db, tenantId, place, sealed))

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const rotate = async (roots = root, pause = soon): Promise<string[]> => {
  const said: string[] = []
  await rotateEncryptionKey(open(roots).calls, roots, (line) => void said.push(line), pause)
  return said
}
const encryptionKeys = () => database.query<{ id: string; state: string }>('select id, state from encryption_keys order by id')
const wrappingKeys = async (): Promise<string[]> =>
  (await database.query<{ id: string }>('select distinct encryption_key_id as id from data_keys')).map(({ id }) => id)

/** A live process by its heartbeat row, which says how far it has come. */
const addNode = (id: string, keyId: string | null, seen = 'now()') =>
  database.query(`insert into nodes (id, roles, version, encryption_key_id, seen_at) values ($1, '{api}', '0', $2, ${seen})`, [id, keyId])

describe('rotating the encryption key', () => {
  it('makes a new key the active one, rewraps every data key and retires the old one', async () => {
    const tenantIds = [await newTenant(), await newTenant(), await newTenant()]
    const sealed = new Map<number, Buffer>()
    for (const tenantId of tenantIds) sealed.set(tenantId, await seal(open(), tenantId, `secret ${tenantId}`))
    const [old] = await encryptionKeys()

    const said = await rotate()

    const [first, second] = await encryptionKeys()
    expect([first, second?.state]).toEqual([{ id: old?.id, state: 'retired' }, 'active'])
    expect(await wrappingKeys()).toEqual([second?.id])
    expect(said).toEqual([
      `distributed encryption key ${second?.id}; waiting for every live process to load it`,
      `activated encryption key ${second?.id}`,
      'rewrapped 3 data keys; older encryption keys are retired and kept for restoring backups',
    ])
    for (const [tenantId, value] of sealed) expect(await unseal(open(), tenantId, value)).toBe(`secret ${tenantId}`)
  })

  it('leaves a data key alone that another rotation has moved on since it was read', async () => {
    const tenantId = await newTenant()
    const sealed = await seal(open(), tenantId, 'secret')
    const [old] = await encryptionKeys()
    await rotate()

    await database.query('select facet_rewrap_data_key(tenant_id, id, $1, $1, $2) from data_keys', [old?.id, Buffer.from('from before')])

    expect(await unseal(open(), tenantId, sealed)).toBe('secret')
  })

  it('goes unnoticed by a process that keeps sealing and opening meanwhile, for old tenants and new ones', async () => {
    const neighbour = open()
    const known = await newTenant()
    const kept = await seal(neighbour, known, 'from before')
    let isRotating = true
    let rounds = 0
    const serving = (async () => {
      while (isRotating || rounds < 50) {
        const tenantId = rounds % 5 === 0 ? await newTenant() : known
        const text = `secret ${rounds}`
        expect(await unseal(neighbour, tenantId, await seal(neighbour, tenantId, text))).toBe(text)
        expect(await unseal(neighbour, known, kept)).toBe('from before')
        rounds += 1
      }
    })()

    for (let turn = 0; turn < 3; turn++) await rotate()
    isRotating = false
    await serving

    expect(rounds).toBeGreaterThanOrEqual(50)
    expect((await encryptionKeys()).map(({ state }) => state)).toEqual(['retired', 'retired', 'retired', 'active'])
    expect(await unseal(open(), known, kept)).toBe('from before')
  })

  it('waits for a process that has not loaded the new key, and goes on when it has', async () => {
    await open().ring.check()
    const [old] = await encryptionKeys()
    await addNode('slow', old?.id ?? null)
    await addNode('fresh', null)
    let waits = 0
    const catchUp = async (): Promise<void> => {
      waits += 1
      expect((await encryptionKeys()).map(({ state }) => state)).toEqual(['active', 'distributed'])
      const waitedFor = new Map([
        [3, 'slow'],
        [5, 'fresh'],
      ]).get(waits)
      await database.query('update nodes set encryption_key_id = (select max(id) from encryption_keys) where id = $1', [
        waitedFor ?? 'nobody',
      ])
    }

    await rotate(root, catchUp)

    expect(waits).toBe(5)
    expect((await encryptionKeys()).map(({ state }) => state)).toEqual(['retired', 'active'])
  })

  it('does not wait for a process that was not seen for a while', async () => {
    await open().ring.check()
    await addNode('gone', null, "now() - interval '16 seconds'")

    await rotate(root, () => Promise.reject(new Error('waited for a process that is gone')))

    expect((await encryptionKeys()).map(({ state }) => state)).toEqual(['retired', 'active'])
  })

  it('gives up on a process that never loads it, leaves the old key active, and continues with the same key next time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await open().ring.check()
    await addNode('stuck', null)

    await expect(rotate(root, async () => void vi.advanceTimersByTime(20_000))).rejects.toThrow(
      /^1 processes have not loaded encryption key \d+; it stays distributed\. Run the command again when they answer\.$/,
    )
    const before = await encryptionKeys()
    expect(before.map(({ state }) => state)).toEqual(['active', 'distributed'])

    await database.query("delete from nodes where id = 'stuck'")
    await rotate()
    expect(await encryptionKeys()).toEqual([
      { ...before[0], state: 'retired' },
      { ...before[1], state: 'active' },
    ])
  })

  it('moves everything under a new root key, after which the old one opens nothing', async () => {
    const tenantId = await newTenant()
    const sealed = await seal(open(), tenantId, 'from before')
    const next: RootKeys = { current: rootKey(2), previous: root.current }

    const said = await rotate(next)

    expect(said[0]).toBe('1 encryption keys moved under the current root key')
    expect(await unseal(open({ current: next.current, previous: null }), tenantId, sealed)).toBe('from before')
    await expect(unseal(open(), tenantId, sealed)).rejects.toThrow('neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS')
  })

  it('changes nothing when it has the wrong root key', async () => {
    await open().ring.check()
    const before = await encryptionKeys()

    await expect(rotate({ current: rootKey(9), previous: null })).rejects.toThrow('neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS')

    expect(await encryptionKeys()).toEqual(before)
  })
})
