import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useServer } from '#test'
import { givenInputCaller, type InputCaller } from './input-cost/callers.ts'
import { slowBodies, withBody } from './input-cost/operations.ts'
import { type ReadingServer, startReadingServer } from './input-cost/reading-server.ts'

// Larger bodies cost the same for each byte, and fill the memory of the test process.
const maxBytes = 4_194_304

const server = useServer()
let caller: InputCaller
let reading: ReadingServer
beforeAll(async () => {
  caller = await givenInputCaller(server)
  reading = await startReadingServer()
})
afterAll(() => reading.close())

describe('the event loop', () => {
  it.each(withBody)(
    'is blocked for less than 50 ms for each megabyte more by the largest bodies of %s than by reading them',
    async (id) => {
      expect(await slowBodies(caller, id, { maxBytes, reading })).toEqual([])
    },
  )
})
