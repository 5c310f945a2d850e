import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#access'
import type { BaseConfig } from '#config'
import { Failure } from '#kernel/failure'
import { createRateLimiter, type RateLimiter } from '#limits'
import { maxUploadBytes } from './multipart.ts'

/** What is counted of a file by now, and what it counts at least. */
export type CountedUpload = { caller: Caller; bytes: number; minBytes: number }

export type UploadRate = {
  /**
   * Counts a file by what is said of it, and waits where the key or the tenant has sent too much just now. When the last of it has come, or
   * the caller has hung up, it is counted by what was read of it, whatever was answered and whenever.
   */
  enter: (request: FastifyRequest, caller: Caller) => Promise<void> | void
  /** Counts a file that is refused as the request that it is. */
  refuse: (request: FastifyRequest) => void
}

type Limits = Pick<BaseConfig['rateLimits'], 'perKey' | 'uploadBytesPerKey' | 'uploadBytesPerTenant'>
type Limit = { name: string; called: string; bytesPerSecond: number; limiter: RateLimiter }

// A small file costs a look-up, a transaction and an object of the store as a large one does.
const minFileBytes = 65_536
// Well below the time that a request is given to arrive.
const maxWaitMs = 5000
// Each of them is a connection that is held open.
const maxWaitingOfTenant = 1000

const limited = ({ called, bytesPerSecond }: Limit, retryAfterSeconds: number): Failure =>
  new Failure(
    'rate_limited',
    `The uploads of ${called} are limited to ${bytesPerSecond / 1_048_576} MB per second. Retry after ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )

const crowded = (): Failure =>
  new Failure(
    'rate_limited',
    `${maxWaitingOfTenant} files of this tenant are already waiting to be received. Send fewer at a time, and retry after 1 s.`,
    { retryAfterSeconds: 1 },
  )

/** Until the time is over; at once when the caller hangs up. */
const waitFor = async ({ raw: { socket } }: FastifyRequest, waitMs: number): Promise<void> => {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  socket.once('close', leave)
  try {
    await pause(waitMs, undefined, { signal: leaving.signal })
  } catch (error) {
    throw new Failure('request_too_slow', 'The caller hung up before the file was received.', { cause: error })
  } finally {
    socket.off('close', leave)
  }
}

const contentLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0) || 0

/** What a header says is believed up to what is ever taken in. */
const declaredBytes = (request: FastifyRequest): number => Math.min(Math.max(minFileBytes, contentLength(request)), maxUploadBytes)

/** Tells once how much was read: when the body has ended, also behind an early answer, or its connection. */
const whenRead = (request: FastifyRequest, tell: (bytes: number) => void): void => {
  const { raw } = request
  const { socket } = raw
  const readBefore = socket.bytesRead
  const end = (): void => {
    raw.off('close', end)
    socket.off('close', end)
    // What came in one piece with the headers was read before.
    tell(Math.max(socket.bytesRead - readBefore, raw.complete ? contentLength(request) : 0))
  }
  if (raw.closed || socket.closed) return end()
  raw.once('close', end)
  socket.once('close', end)
}

const reserve = (limit: Limit, id: number, bytes: number) => {
  const taken = limit.limiter.reserve(id, bytes, maxWaitMs)
  if ('retryAfterSeconds' in taken) throw limited(limit, taken.retryAfterSeconds)
  return { ...taken, left: `"${limit.name}";r=${taken.remaining};t=${taken.resetSeconds}` }
}

/**
 * Files of uploads are counted by their bytes and apart from other requests. Clients send a request for each file, as fast as they can, and
 * give a deploy up at the first 429: so whoever is too early waits.
 */
export const createUploadRate = (limits: Limits, liveNodes: () => number, now?: () => number): UploadRate => {
  const limitOf = (name: string, called: string, bytesPerSecond: number): Limit => ({
    name,
    called,
    bytesPerSecond,
    limiter: createRateLimiter(bytesPerSecond, liveNodes, now),
  })
  const own = limitOf('upload-key', 'this API key', limits.uploadBytesPerKey)
  const shared = limitOf('upload-tenant', 'this tenant', limits.uploadBytesPerTenant)
  const policy = [own, shared].map(({ name, bytesPerSecond }) => `"${name}";q=${bytesPerSecond};qu="content-bytes";w=1`).join(', ')
  const refusedBytes = limits.uploadBytesPerKey / limits.perKey
  const waiting = new Map<number, number>()
  const wait = async (request: FastifyRequest, { tenantId }: Caller, waitMs: number): Promise<void> => {
    waiting.set(tenantId, (waiting.get(tenantId) ?? 0) + 1)
    try {
      await waitFor(request, waitMs)
    } finally {
      const left = (waiting.get(tenantId) ?? 1) - 1
      if (left > 0) waiting.set(tenantId, left)
      else waiting.delete(tenantId)
    }
  }
  /** Both or neither: whoever is refused pays for nothing. */
  const reserveBoth = ({ credentialId, tenantId }: Caller, bytes: number) => {
    const mine = reserve(own, credentialId, bytes)
    try {
      const ours = reserve(shared, tenantId, bytes)
      const waitMs = Math.max(mine.waitMs, ours.waitMs)
      if (waitMs === 0 || (waiting.get(tenantId) ?? 0) < maxWaitingOfTenant)
        return { waitMs, left: mine.remaining <= ours.remaining ? mine.left : ours.left }
      shared.limiter.giveBack(tenantId, bytes)
      throw crowded()
    } catch (error) {
      own.limiter.giveBack(credentialId, bytes)
      throw error
    }
  }
  const recount = (upload: CountedUpload, bytes: number): void => {
    const { credentialId, tenantId } = upload.caller
    const more = bytes - upload.bytes
    upload.bytes = bytes
    if (more > 0) {
      own.limiter.charge(credentialId, more)
      shared.limiter.charge(tenantId, more)
    } else {
      own.limiter.giveBack(credentialId, -more)
      shared.limiter.giveBack(tenantId, -more)
    }
  }
  return {
    enter: (request, caller) => {
      const bytes = declaredBytes(request)
      const { waitMs, left } = reserveBoth(caller, bytes)
      const upload = { caller, bytes, minBytes: minFileBytes }
      request.facet.rateLimit = { policy, left }
      request.facet.upload = upload
      whenRead(request, (read) => recount(upload, Math.max(read, upload.minBytes)))
      return waitMs > 0 ? wait(request, caller, waitMs) : undefined
    },
    refuse: ({ facet: { upload } }) => {
      if (!upload) return
      upload.minBytes = Math.max(upload.minBytes, refusedBytes)
      recount(upload, Math.max(upload.bytes, upload.minBytes))
    },
  }
}
