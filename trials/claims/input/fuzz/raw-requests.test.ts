import { type OperationShape, operations } from '@facet/contract'
import { expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { exampleBodyOf, rawRequest } from './raw-requests.ts'

const named = (body: string): number[] => [...body.matchAll(/"deploymentIds?":\[?(\d+)/g)].map(([, id]) => Number(id))

it('names no deployment in a body that could be there', () => {
  const bodies = Object.values<OperationShape>(operations).flatMap((operation) => (operation.body ? [exampleBodyOf(operation)] : []))
  const ids = bodies.flatMap(named)

  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids)).toEqual(new Set([Number.MAX_SAFE_INTEGER]))
})

it('asks no engine of a deployment that is there', () => {
  const random = createRandom(1)
  const sent = Array.from({ length: 6000 }, (_, turn) => rawRequest(random, { host: 'h', secret: 's', deploymentId: 77 }, turn))
  const asked = sent.flatMap(({ kind, bytes }) =>
    kind === 'odd headers' ? (/^POST (\S+connection-test) /.exec(bytes.toString('latin1'))?.[1] ?? []) : [],
  )

  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((path) => path.includes('/77/'))).toEqual([])
})
