import type { Config } from '#config'
import { createFunctionCalls } from '#db'
import { rootKeysOf } from '#roles/services'
import { createEncryptionKeys } from '#secrets'
import type { Check } from './check.ts'

export const keysCheck = (config: Config): Check => ({
  name: 'encryption keys',
  dependsOn: ['schema'],
  run: async () => {
    const calls = createFunctionCalls(config.databaseUrl)
    try {
      const newest = await createEncryptionKeys(calls, rootKeysOf(config)).refresh()
      return newest === null ? 'none yet; the first use makes one' : `all open with the root key, newest ${newest}`
    } finally {
      await calls.close()
    }
  },
})
