import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hasCode } from '#kernel/system-errors'
import { checkStore } from './check.ts'
import { removeAbandoned, writeOnce } from './durable-files.ts'
import { requireNamedBytes } from './fingerprint.ts'
import { isNumberedKey, isObjectKey, type NumberedKey, type ObjectKey, requireKey, seriesOf } from './object-key.ts'
import { ObjectMissing } from './object-missing.ts'
import type { Fingerprint, ListedObject, ObjectCall, ObjectSource, ObjectStore } from './object-store.ts'
import { createReads, createUnverifiedGet, type ReadBytes } from './reads.ts'
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
  // Throws for anything that is not a key, so no path leaves the folder.
  const pathOf = (key: ObjectKey | NumberedKey): string => join(folder, requireKey(key))
  const read: ReadBytes = async function* (key, signal) {
    try {
      yield* createReadStream(pathOf(key), { signal }) as AsyncIterable<Buffer>
    } catch (error) {
      throw hasCode(error, 'ENOENT') ? new ObjectMissing(key, error) : asStoreError(error, signal)
    }
  }
  // Tidying is not worth waiting for or failing for: a folder that cannot be read says so to the first who uses it.
  void removeAbandoned(incoming, Date.now()).catch(() => undefined)
  const write = async (target: string, source: ObjectSource, confirm: (written: Fingerprint) => void, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const chunks = await chunksOf(source)
    return writeOnce({ root: folder, incoming, target, chunks, confirm, signal }).catch((error: unknown) => {
      throw asStoreError(error, signal)
    })
  }
  const remove = async (keys: (ObjectKey | NumberedKey)[], { signal }: ObjectCall = {}): Promise<void> => {
    for (const key of keys) {
      signal?.throwIfAborted()
      await rm(pathOf(key), { force: true }).catch((error: unknown) => {
        throw asStoreError(error, signal)
      })
    }
  }
  const numbered: ObjectStore['numbered'] = {
    put: async (key, bytes, { signal } = {}) => {
      const written = await write(pathOf(key), bytes, () => undefined, signal)
      return written === 'exists' ? 'exists' : 'put'
    },
    get: createUnverifiedGet(read),
    async *list(after, { signal } = {}) {
      const series = seriesOf(requireKey(after))
      try {
        for (const name of await namesIn(join(folder, series))) {
          signal?.throwIfAborted()
          const key = `${series}${name}`
          if (key > after && isNumberedKey(key)) yield key
        }
      } catch (error) {
        throw asStoreError(error, signal)
      }
    },
    remove,
  }
  const store: Omit<ObjectStore, 'check'> = {
    ...createReads(read),
    numbered,
    put: async (key, source, { signal } = {}) => write(pathOf(key), source, requireNamedBytes.bind(undefined, key), signal),
    remove,
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
  return { ...store, check: () => checkStore(store, { kind: 'folder', folder }) }
}
