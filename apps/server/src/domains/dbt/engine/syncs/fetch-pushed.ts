import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { pushedFileLimits } from '@facet/contract'
import type { Attempt } from './run-step.ts'
import type { PushedFile } from './manifest-queries.ts'
import { fetchSyncObject } from './sync-objects.ts'

/** It was counted when it came, so more is not what was pushed. */
async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > pushedFileLimits.maxBytes) throw new Error('A pushed file unpacks to more than it was counted as.')
    yield chunk
  }
}

/** What was pushed as a file of this node, unpacked. */
export const fetchPushed = async (
  { parts, sync, signal }: Pick<Attempt, 'parts' | 'sync' | 'signal'>,
  pushed: PushedFile,
  file: string,
): Promise<void> => {
  if (!pushed.isPacked) return fetchSyncObject(parts.objects, sync, pushed, file, signal)
  const packed = `${file}.gz`
  await fetchSyncObject(parts.objects, sync, pushed, packed, signal)
  await pipeline(createReadStream(packed), createGunzip(), bounded, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
  await rm(packed)
}
