import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useServer } from '#test'
import { givenInputCaller, type InputCaller } from './input-cost/callers.ts'
import { oneOfEachBody, reads, slowBodies, slowQuery } from './input-cost/operations.ts'
import { type ReadingServer, startReadingServer } from './input-cost/reading-server.ts'

// The nightly form sends larger bodies to every operation.
const maxBytes = 262_144

const server = useServer()
let caller: InputCaller
let reading: ReadingServer
beforeAll(async () => {
  caller = await givenInputCaller(server)
  reading = await startReadingServer()
})
afterAll(() => reading.close())

describe('the event loop', () => {
  it.each(reads)('is blocked for less than 50 ms more by the largest query of %s than by a valid one', async (id) => {
    expect(await slowQuery(caller, id)).toEqual([])
  })

  it.each(oneOfEachBody)('is blocked for less than 50 ms more by the largest bodies of %s than by reading them', async (id) => {
    expect(await slowBodies(caller, id, { maxBytes, reading })).toEqual([])
  })
})
