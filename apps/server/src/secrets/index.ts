/** Secrets at rest: root key, encryption keys, a data key per tenant, and their rotation. */
export { createEncryptionKeys, type EncryptionKeys, type RootKeys, rootKeyId } from './encryption-keys.ts'
export { createKeyRing, type KeyRing } from './key-ring.ts'
export { rotateEncryptionKey } from './rotation.ts'
export { createSharedSealer, type SharedSealer } from './shared-sealer.ts'
