import type { BaseConfig } from '#config'
import type { FunctionCalls } from '#db'
import { createEncryptionKeys, createKeyRing, type KeyRing, type RootKeys } from '#secrets'

type KeyConfig = Pick<BaseConfig, 'rootKey' | 'previousRootKey'>

export const rootKeysOf = (config: KeyConfig): RootKeys => {
  if (!config.rootKey) throw new Error('FACET_ROOT_KEY is not set.')
  return { current: config.rootKey, previous: config.previousRootKey }
}

/** The key ring alone, for commands that open or seal something beside the service. */
export const openKeyRing = (config: KeyConfig, calls: FunctionCalls): KeyRing =>
  createKeyRing(createEncryptionKeys(calls, rootKeysOf(config)))
