import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { checkStore } from './check.ts'
import { hasCode, removeAbandoned, writeOnce } from './durable-files.ts'
import { requireNamedBytes } from './fingerprint.ts'
import { isObjectKey, type ObjectKey, sha256Of } from './object-key.ts'
import { ObjectMissing } from './object-missing.ts'
import type { ListedObject, ObjectSource, ObjectStore } from './object-store.ts'
import { createReads, type ReadBytes } from './reads.ts'
import { asStoreError } from './unavailable.ts'

const chunksOf = async (source: ObjectSource): Promise<AsyncIterable<Buffer>> => {
  if (Buffer.isBuffer(source)) return Readable.from([source])
  return (await open(source.file, 'r')).createReadStream()
}

/** Names in the order that S3 lists keys: a folder counts as its name with the slash. */
const namesIn = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted((a, b) => (a < b ? -1 : 1))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

const findObject = async (root: string, key: ObjectKey): Promise<ListedObject[]> => {
  try {
    const { size, mtime } = await stat(join(root, key))
    return [{ key, size, modifiedAt: mtime }]
  } catch (error) {
    // Removed since its folder was read.
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** One folder at a time: the names of the one being read are in memory, the rest of the store is not. */
async function* walk(root: string, prefix: string, after: string): AsyncGenerator<ListedObject> {
  for (const name of await namesIn(join(root, prefix))) {
    const path = `${prefix}${name}`
    if (name.endsWith('/')) {
      const isBehind = path < after && !after.startsWith(path)
      if (!isBehind) yield* walk(root, path, after)
    } else if (path > after && isObjectKey(path)) yield* await findObject(root, path)
  }
}

/** Objects as files of one machine, for an installation that has no S3. Made when the first object is put. */
export const createFolderStore = (folder: string): ObjectStore => {
  const incoming = join(folder, 'incoming')
  const pathOf = (key: ObjectKey): string => {
    // Throws for anything that is not a key, so no path leaves the folder.
    sha256Of(key)
    return join(folder, key)
  }
  const read: ReadBytes = async function* (key, signal) {
    try {
      yield* createReadStream(pathOf(key), { signal }) as AsyncIterable<Buffer>
    } catch (error) {
      throw hasCode(error, 'ENOENT') ? new ObjectMissing(key, error) : asStoreError(error, signal)
    }
  }
  // Tidying is not worth waiting for or failing for: a folder that cannot be read says so to the first who uses it.
  void removeAbandoned(incoming, Date.now()).catch(() => undefined)
  const store: Omit<ObjectStore, 'check'> = {
    ...createReads(read),
    put: async (key, source, { signal } = {}) => {
      const target = pathOf(key)
      signal?.throwIfAborted()
      const chunks = await chunksOf(source)
      const confirm = requireNamedBytes.bind(undefined, key)
      return writeOnce({ root: folder, incoming, target, chunks, confirm, signal }).catch((error: unknown) => {
        throw asStoreError(error, signal)
      })
    },
    remove: async (keys, { signal } = {}) => {
      for (const key of keys) {
        signal?.throwIfAborted()
        await rm(pathOf(key), { force: true }).catch((error: unknown) => {
          throw asStoreError(error, signal)
        })
      }
    },
    async *list(prefix, { after, signal } = {}) {
      try {
        for await (const found of walk(folder, prefix, after ?? '')) {
          signal?.throwIfAborted()
          yield found
        }
      } catch (error) {
        throw asStoreError(error, signal)
      }
    },
    close: () => undefined,
  }
  return { ...store, check: () => checkStore(store, folder) }
}
