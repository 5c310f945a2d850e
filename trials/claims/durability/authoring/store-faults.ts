import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { asAsked } from '@facet/testkit/relay'
import type { S3Server } from '@facet/testkit/s3'
import { pause } from '../../../harness/numbers.ts'
import type { StoreBehaviour, StoreExchange } from '../../../harness/store-relay.ts'

const slowMs = 2000

const errorBody = (code: string): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>It went wrong.</Message></Error>`)

const refuse = (exchange: StoreExchange, status: number, code: string): void =>
  exchange.answer({ status, headers: { 'content-type': 'application/xml' }, body: errorBody(code) })

/** Changes one byte. */
const flipped = (bytes: Buffer): Buffer => {
  const wrong = Buffer.from(bytes)
  const middle = wrong.length >> 1
  wrong[middle] = (wrong[middle] ?? 0) ^ 0xff
  return wrong
}

const isObject = ({ key }: StoreExchange, method: string, asked: string): boolean => key !== '' && method === asked

/** Lets every so many requests pass and applies the fault to the others. */
const sometimes = (every: number, wrong: StoreBehaviour): StoreBehaviour => {
  let count = 0
  return (exchange) => (++count % every === 0 ? asAsked(exchange) : wrong(exchange))
}

const resetBefore: StoreBehaviour = async (exchange) => exchange.cut()

const resetAfter: StoreBehaviour = async (exchange) => {
  await exchange.forward()
  exchange.cut()
}

const wrongBytesRead: StoreBehaviour = async (exchange) => {
  const answer = await exchange.forward()
  const isRead = isObject(exchange, exchange.method, 'GET') && answer.status < 300
  exchange.answer(isRead ? { ...answer, body: flipped(answer.body) } : answer)
}

/** Changes the stored object, because the request signature prevents the relay from changing the upload. */
const wrongBytesKept =
  (s3: S3Server): StoreBehaviour =>
  async (exchange) => {
    const answer = await exchange.forward()
    if (isObject(exchange, exchange.method, 'PUT') && answer.status < 300) {
      const file = s3.objectFile(exchange.key)
      writeFileSync(`${file}.wrong`, flipped(readFileSync(file)))
      renameSync(`${file}.wrong`, file)
    }
    exchange.answer(answer)
  }

const isIndex = ({ body }: StoreExchange): boolean => body.subarray(0, 4).equals(Buffer.from([0xff, 0x74, 0x4f, 0x63]))

const wrongIndexKept = (s3: S3Server): StoreBehaviour => {
  const spoil = wrongBytesKept(s3)
  return (exchange) => (isIndex(exchange) ? spoil(exchange) : asAsked(exchange))
}

const wrongTag: StoreBehaviour = async (exchange) => {
  const answer = await exchange.forward()
  exchange.answer({ ...answer, headers: { ...answer.headers, etag: '"00000000000000000000000000000000"' } })
}

/** Responds 200 with an error body and does nothing. */
const falseSuccess: StoreBehaviour = async (exchange) => refuse(exchange, 200, 'InternalError')

export type StoreFault = {
  name: string
  behaviour: StoreBehaviour
  /** Writes may succeed despite the fault. */
  isHarmless: boolean
}

export const storeFaults = (s3: S3Server): StoreFault[] => [
  {
    name: 'slow',
    isHarmless: true,
    behaviour: async (exchange) => {
      await pause(slowMs)
      await asAsked(exchange)
    },
  },
  { name: 'internalError', isHarmless: false, behaviour: async (exchange) => refuse(exchange, 500, 'InternalError') },
  { name: 'slowDown', isHarmless: false, behaviour: sometimes(3, async (exchange) => refuse(exchange, 503, 'SlowDown')) },
  { name: 'resetBefore', isHarmless: false, behaviour: sometimes(3, resetBefore) },
  { name: 'resetAfter', isHarmless: false, behaviour: sometimes(3, resetAfter) },
  { name: 'wrongBytesRead', isHarmless: false, behaviour: wrongBytesRead },
  { name: 'wrongBytesKept', isHarmless: false, behaviour: wrongBytesKept(s3) },
  { name: 'wrongIndexKept', isHarmless: true, behaviour: wrongIndexKept(s3) },
  { name: 'wrongTag', isHarmless: true, behaviour: wrongTag },
  { name: 'falseSuccess', isHarmless: false, behaviour: falseSuccess },
]
