import { once } from 'node:events'
import { createGunzip } from 'node:zlib'
import { pushedFileLimits } from '@facet/contract'
import { Failure } from '#kernel/failure'

const { maxBytes } = pushedFileLimits
// What gzip begins with, and JSON never does.
const gzipMark = 0x1f

export const tooLarge = (): Failure =>
  new Failure(
    'dbt_manifest_too_large',
    `The file has, or unpacks to, more than ${maxBytes / 1_048_576} MB. Push the manifest of \`dbt parse\`, which holds no compiled code.`,
  )

const invalid = (why: string, cause?: unknown): Failure =>
  new Failure(
    'dbt_manifest_invalid',
    `The file ${why}. Send target/manifest.json or target/catalog.json as dbt wrote it, or packed with gzip.`,
    {
      cause,
    },
  )

type Judge = { take: (chunk: Buffer) => Promise<void> | void; end: () => Promise<void> | void; close: () => void }

/** What is no JSON object is refused before it is kept. The rest is judged when it is read, behind walls. */
const judgeText = (count: (bytes: number) => void): Judge => {
  let hasBegun = false
  return {
    take: (chunk) => {
      count(chunk.length)
      if (hasBegun) return
      const first = /\S/.exec(chunk.toString('latin1'))?.[0]
      if (first !== undefined && first !== '{') throw invalid('is not a JSON object')
      hasBegun = first === '{'
    },
    end: () => {
      if (!hasBegun) throw invalid('is empty')
    },
    close: () => undefined,
  }
}

/** Unpacks to look at it and to count it, and keeps nothing: a small file may unpack to any size. */
const judgePacked = (count: (bytes: number) => void): Judge => {
  const text = judgeText(count)
  const gunzip = createGunzip({ chunkSize: 262_144 })
  const read = (async () => {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) await text.take(chunk)
    await text.end()
  })()
  let problem: Failure | undefined
  read.catch((error: unknown) => {
    problem = error instanceof Failure ? error : invalid('cannot be unpacked', error)
  })
  const settled = read.catch(() => undefined)
  const throwProblem = (): void => {
    if (problem) throw problem
  }
  return {
    take: async (chunk) => {
      throwProblem()
      if (!gunzip.write(chunk)) await Promise.race([once(gunzip, 'drain').catch(() => undefined), settled])
      throwProblem()
    },
    end: async () => {
      gunzip.end()
      await settled
      throwProblem()
    },
    close: () => void gunzip.destroy(),
  }
}

export type PushedContent = { chunks: AsyncIterable<Buffer>; found: () => { size: number; isPacked: boolean } }

/** Passes the bytes on as they come and inspects them. `found` returns a result once all of them have passed. */
export const inspectPushed = (file: AsyncIterable<Buffer>, limit = maxBytes): PushedContent => {
  let size = 0
  let isPacked = false
  const count = (bytes: number): void => {
    size += bytes
    if (size > limit) throw tooLarge()
  }
  const pass = async function* (): AsyncGenerator<Buffer> {
    let judge: Judge | undefined
    try {
      for await (const chunk of file) {
        if (chunk.length === 0) continue
        if (!judge) {
          isPacked = chunk[0] === gzipMark
          judge = isPacked ? judgePacked(count) : judgeText(count)
        }
        await judge.take(chunk)
        yield chunk
      }
      if (!judge) throw invalid('is empty')
      await judge.end()
    } finally {
      judge?.close()
    }
  }
  return { chunks: pass(), found: () => ({ size, isPacked }) }
}
