import type { BaseConfig } from '#config'
import { createFunctionCalls, operatorPatience } from '#db'
import { rootKeysOf } from '#process/root-keys'
import { createEncryptionKeys } from '#secrets'
import type { Check } from '#kernel/check'

export const keysCheck = (config: BaseConfig): Check => ({
  name: 'encryption keys',
  dependsOn: ['schema'],
  run: async () => {
    const calls = createFunctionCalls(config.databaseUrl, operatorPatience)
    try {
      const newest = await createEncryptionKeys(calls, rootKeysOf(config)).refresh()
      return newest === null ? 'none yet; the first use makes one' : `all open with the root key, newest ${newest}`
    } finally {
      await calls.close()
    }
  },
})
