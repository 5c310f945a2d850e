import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createMetrics } from './index.ts'

it('has the metrics of the process once, and those of each server apart', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.gauge('facet_things', 'Things.', () => 1)
  one.recordRequest({ operation: 'getThing', status: 200, seconds: 0.1 })

  const [text, otherText] = await Promise.all([one.text(), other.text()])

  expect(text.match(/^nodejs_version_info\{/gm)).toHaveLength(1)
  expect(text).toMatch(/^facet_things 1$/m)
  expect(text).toMatch(/^facet_http_requests_total\{operation="getThing",status="200"\} 1$/m)
  expect(otherText).not.toMatch(/^facet_(?:things|http_requests_total\{)/m)
})

it('keeps nothing of a closed server in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const given = (): WeakRef<object> => {
    const server = { port: 1 }
    createMetrics().gauge('facet_port', 'A port.', () => server.port)
    return new WeakRef(server)
  }
  const server = given()

  // A weak reference holds until the running task has ended.
  await new Promise(setImmediate)
  collectGarbage()

  expect(server.deref()).toBeUndefined()
})
