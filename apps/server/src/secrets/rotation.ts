import type { FunctionCalls } from '#db'
import { addEncryptionKey, createEncryptionKeys, type RootKeys, rewrapUnderRoot } from './encryption-keys.ts'
import { openWith, sealWith } from './sealing.ts'

const batch = 500
const distributionTimeoutMs = 60_000

type Step = (step: string) => void

const waitForNodes = async (calls: FunctionCalls, keyId: number, pause: () => Promise<void>, onStep: Step): Promise<void> => {
  const deadline = performance.now() + distributionTimeoutMs
  for (;;) {
    const behind = await calls.call<{ id: string }>(
      'nodes-behind',
      "select id from nodes where seen_at > now() - interval '15 seconds' and (encryption_key_id is null or encryption_key_id < $1)",
      [keyId],
    )
    if (behind.length === 0) return
    if (performance.now() > deadline)
      throw new Error(
        `${behind.length} processes have not loaded encryption key ${keyId}; it stays distributed. Run the command again when they answer.`,
      )
    onStep(`waiting for ${behind.length} ${behind.length === 1 ? 'process' : 'processes'} to load encryption key ${keyId}`)
    await pause()
  }
}

const rewrapDataKeys = async (calls: FunctionCalls, roots: RootKeys, activeId: number, onStep: Step): Promise<number> => {
  const keys = createEncryptionKeys(calls, roots)
  const activeKey = await keys.get(activeId)
  for (let done = 0; ; ) {
    const rows = await calls.call<{ tenant_id: number; id: number; encryption_key_id: number; wrapped: Buffer }>(
      'data-keys-to-rewrap',
      'select * from facet_list_data_keys_to_rewrap($1, $2)',
      [activeId, batch],
    )
    if (rows.length === 0) return done
    for (const row of rows) {
      const aad = `tenant ${row.tenant_id} data key ${row.id}`
      const wrapped = sealWith(activeKey, aad, openWith(await keys.get(row.encryption_key_id), aad, row.wrapped))
      await calls.call(
        'rewrap-data-key',
        'select facet_rewrap_data_key(p_tenant_id => $1, p_id => $2, p_from => $3, p_to => $4, p_wrapped => $5)',
        [row.tenant_id, row.id, row.encryption_key_id, activeId, wrapped],
      )
    }
    done += rows.length
    onStep(`rewrapping data keys: ${done} done`)
  }
}

/** The key that is active now, and how many keys were wrapped anew. */
export type Rotated = { encryptionKeyId: number; movedUnderRootKey: number; rewrapped: number }

/**
 * Distribute, activate, retire: no process is ever handed something wrapped by a key it does not hold, so all keep serving.
 * Each step leaves a state the next run continues from.
 */
export const rotateEncryptionKey = async (
  calls: FunctionCalls,
  roots: RootKeys,
  say: (line: string) => void,
  pause: () => Promise<void>,
  onStep: Step = () => undefined,
): Promise<Rotated> => {
  const moved = await rewrapUnderRoot(calls, roots)
  if (moved > 0) say(`${moved} encryption keys moved under the current root key`)
  const [waiting] = await calls.call<{ id: number }>(
    'waiting-key',
    "select id from encryption_keys where state = 'distributed' order by id desc limit 1",
    [],
  )
  const keyId = waiting?.id ?? (await addEncryptionKey(calls, roots, 'distributed'))
  if (keyId === null) throw new Error('The new encryption key could not be stored.')
  say(`distributed encryption key ${keyId}; waiting for every live process to load it`)
  await waitForNodes(calls, keyId, pause, onStep)
  await calls.call('activate-encryption-key', 'select facet_activate_encryption_key($1)', [keyId])
  say(`activated encryption key ${keyId}`)
  const rewrapped = await rewrapDataKeys(calls, roots, keyId, onStep)
  say(`rewrapped ${rewrapped} data keys; older encryption keys are retired and kept for restoring backups`)
  return { encryptionKeyId: keyId, movedUnderRootKey: moved, rewrapped }
}
