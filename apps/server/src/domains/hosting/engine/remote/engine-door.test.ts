import { beforeEach, describe, expect, it } from 'vitest'
import { startEngineNode, type TestEngineNode, viewOf } from '#test'
import { boundTo, digestOf, pathOf, tokenHeader } from './wire.ts'

const environment = { tenantId: 1, deploymentId: 2, environmentId: 3 }
const path = pathOf(environment)
const envelope = Buffer.from(JSON.stringify({ method: 'GET', path: '/readyz', headers: [], caller: '{"ctx":{}}', hasBody: false }))
const call = { requestId: 'r-1', envelopeBytes: envelope.length, envelope: digestOf(envelope) }
const signer = viewOf({ id: 'gate' }).tokens

let node: TestEngineNode
beforeEach(async () => {
  node = await startEngineNode('a')
})

const knock = async (token: string | null, more: { path?: string; method?: string; body?: Buffer } = {}): Promise<[number, number]> => {
  const { status } = await fetch(`${node.address}${more.path ?? path}`, {
    method: more.method ?? 'POST',
    headers: token === null ? {} : { [tokenHeader]: token },
    ...(more.method === 'GET' ? {} : { body: new Uint8Array(more.body ?? envelope) }),
  })
  return [status, node.engine.asked.length]
}

describe('the door to the engines of a node', () => {
  it('opens to another node', async () => {
    expect(await knock(signer.sign('a', boundTo(path), call))).toEqual([200, 1])
  })

  it('is not there for anybody else', async () => {
    const foreign = viewOf({ id: 'gate', rootKeys: { current: Buffer.alloc(32, 6), previous: null } }).tokens
    const late = viewOf({ id: 'gate', databaseNowMs: () => Date.now() - 10_001 }).tokens
    const good = signer.sign('a', boundTo(path), call)
    const tokens = [
      null,
      '',
      'x.y',
      foreign.sign('a', boundTo(path), call),
      late.sign('a', boundTo(path), call),
      signer.sign('b', boundTo(path), call),
      signer.sign('a', boundTo(pathOf({ ...environment, tenantId: 9 })), call),
      signer.sign('a', path, call),
      `${Buffer.from(JSON.stringify({ ...call, to: 'a', expiresAtMs: Date.now() + 9000 })).toString('base64url')}.${good.split('.')[1]}`,
    ]
    for (const token of tokens) expect(await knock(token), String(token)).toEqual([404, 0])
    expect(await knock(good, { method: 'GET' })).toEqual([404, 0])
    for (const other of [`${path}/`, `${path}?a=1`, '/internal/engines/1/2', `/x/..${path.replace('/3', '/4')}`])
      expect(await knock(good, { path: other }), other).toEqual([404, 0])
  })

  it('opens to no other request than the one the token was made for', async () => {
    const token = signer.sign('a', boundTo(path), call)
    const other = Buffer.from(envelope.toString().replace('{}', '[]'))

    expect(await knock(token, { body: other })).toEqual([503, 0])
    expect(await knock(token, { body: envelope.subarray(1) })).toEqual([503, 0])
    expect(await knock(signer.sign('a', boundTo(path), { ...call, envelopeBytes: 2_000_000 }))).toEqual([503, 0])
  })
})
