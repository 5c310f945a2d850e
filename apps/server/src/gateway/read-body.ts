import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createStructureCheck, type StructureLimits } from '#kernel/json-structure'
import { bodyRefusals, DataRefusal } from './refusals.ts'
import type { DataCaller } from './types.ts'

const mebibyte = 1_048_576

/** A body up to this size takes no memory that is counted. */
export const smallBodyBytes = 16_384

/** The largest body of any caller. */
export const maxBodyBytes = 8 * mebibyte

/** A query within the engine's limits fits 1 MB, unless the values of its filters are very long. Owners of a deployment may send those. */
export const maxBodyBytesOf = ({ credential }: Pick<DataCaller, 'credential'>): number =>
  credential === 'deployment' ? maxBodyBytes : mebibyte

/** Above what the largest query has that an engine takes: 50 queries, 250 parts and 10,000 values of filters. */
export const queryStructure: StructureLimits = { containers: 5000, depth: 100, items: 20_000 }

/** Reads a body within its limits. The rest of a larger one stays unread, so that the connection can still carry the error response. */
export const readBody = async (body: Readable, maxBytes: number): Promise<Buffer> => {
  const structure = createStructureCheck(queryStructure)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw bodyRefusals.tooLarge(maxBytes)
      const problem = structure.add(chunk)
      if (problem !== undefined) throw bodyRefusals.tooComplex(problem)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof DataRefusal ? error : bodyRefusals.incomplete()
  }
  return Buffer.concat(chunks)
}

const maxDiscardedBytes = 64 * mebibyte

/**
 * Discards the rest of a refused body. The next request of the connection comes after it, and a client that is still sending may never read
 * the response of a connection that is closed instead.
 */
export const discardRest = (body: IncomingMessage): void => {
  if (body.readableEnded) return
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDiscardedBytes) body.socket.destroy()
  })
}
