import { hkdfSync } from 'node:crypto'
import type { EncryptionKeys } from './encryption-keys.ts'
import { openWith, sealWith } from './sealing.ts'

/** Seals what belongs to the installation and not to one tenant, and lies outside of the database. */
export type SharedSealer = { seal: (plain: Buffer) => Promise<Buffer>; open: (sealed: Buffer) => Promise<Buffer> }

const format = 1
const headerLength = 9

const headerOf = (keyId: number): Buffer => {
  const bytes = Buffer.alloc(headerLength)
  bytes.writeUInt8(format, 0)
  bytes.writeBigUInt64BE(BigInt(keyId), 1)
  return bytes
}

/**
 * With a key for this purpose alone, made from the active encryption key. The sealed value carries the number of that key, and older
 * ones are kept, so a rotation changes nothing about what was sealed before.
 */
export const createSharedSealer = (encryptionKeys: EncryptionKeys, purpose: string): SharedSealer => {
  const derived = new Map<number, Buffer>()
  const keyFor = (id: number, key: Buffer): Buffer => {
    const made = derived.get(id) ?? Buffer.from(hkdfSync('sha256', key, '', `facet ${purpose}`, 32))
    derived.set(id, made)
    return made
  }
  return {
    seal: async (plain) => {
      const { id, key } = await encryptionKeys.active()
      return Buffer.concat([headerOf(id), sealWith(keyFor(id, key), purpose, plain)])
    },
    open: async (sealed) => {
      if (sealed.length < headerLength || sealed.readUInt8(0) !== format)
        throw new Error(`What was sealed for ${purpose} is of a form that this build does not know.`)
      const id = Number(sealed.readBigUInt64BE(1))
      return openWith(keyFor(id, await encryptionKeys.get(id)), purpose, sealed.subarray(headerLength))
    },
  }
}
