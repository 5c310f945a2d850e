import { type OperationShape, operations } from '@facet/contract'
import type { Random } from './random.ts'

export type RawRequest = { kind: string; bytes: Buffer }
type Aim = { host: string; secret: string; deploymentId: number }

// The largest id, which does not exist. An existing deployment would need an engine, which this installation has not.
const noDeploymentId = Number.MAX_SAFE_INTEGER

/** The example of the contract with an unknown deployment: the id in the example may exist. */
export const exampleBodyOf = ({ example }: OperationShape): string =>
  JSON.stringify(example.body, (key, value: unknown) => {
    if (key === 'deploymentId') return noDeploymentId
    return key === 'deploymentIds' ? [noDeploymentId] : value
  })

const asksEngine = ({ failures }: OperationShape): boolean => failures.includes('engine_unavailable')

const withBody = Object.values(operations as Record<string, OperationShape>).filter((operation) => operation.body !== undefined)

const head = (aim: Aim, method: string, path: string, headers: string[] = []): string =>
  [`${method} ${path} HTTP/1.1`, `Host: ${aim.host}`, `Authorization: Bearer ${aim.secret}`, 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  )

const post = (aim: Aim, operation: OperationShape, body: Buffer, headers: string[] = ['Content-Type: application/json']): Buffer => {
  const deploymentId = asksEngine(operation) ? noDeploymentId : aim.deploymentId
  const path = operation.path.replaceAll('{deploymentId}', String(deploymentId))
  return Buffer.concat([Buffer.from(head(aim, operation.method, path, [...headers, `Content-Length: ${body.length}`]), 'latin1'), body])
}

/** JSON fragments that parsers and validators handle badly. */
const nasty = [
  ...['\\u0000', '\\ud800', '\\udfff\\ud800', '"\\uffff"', '1e400', '1e-400', '-0', '9007199254740993'],
  ...['null', '[]', '{}', '""', 'true', '{"__proto__":1}', '{"constructor":{"prototype":1}}'],
  ...['"9999-12-31T23:59:60Z"', '"0000-01-01T00:00:00Z"', '"2026-02-30T00:00:00+23:59"'],
  ...[`"${'a'.repeat(70_000)}"`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ...[`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, `[${'0,'.repeat(20_000)}0]`],
]

/** Damages a valid body. */
const mutated = (random: Random, json: string): Buffer => {
  const values = /(?<=:)("[^"]*"|-?\d+|true|false|null)/g
  switch (random.whole(7)) {
    case 0:
      return Buffer.from(json.replaceAll(values, (value) => (random.whole(3) === 0 ? random.pick(nasty) : value)))
    case 1:
      return Buffer.from(json.slice(0, random.whole(json.length)))
    case 2: {
      const bytes = Buffer.from(json)
      for (let flips = 1 + random.whole(4); flips > 0; flips--) bytes[random.whole(bytes.length)] = random.whole(256)
      return bytes
    }
    case 3:
      return Buffer.from(`${json}${random.pick(nasty)}`)
    case 4:
      return Buffer.from(
        json.replace('{', `{"${random.pick(['__proto__', 'constructor', 'name', '\\u0000', 'a'.repeat(5000)])}":${random.pick(nasty)},`),
      )
    case 5:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json, random.pick(['utf8', 'utf16le']))])
    default:
      return Buffer.from(random.pick(nasty))
  }
}

const oddHeaders = (random: Random): string[] => {
  const besidesType = [
    ['Content-Encoding: gzip'],
    ['Content-Length: 5'],
    ['Transfer-Encoding: chunked'],
    ['Expect: 100-continue'],
    ['Expect: a miracle'],
    ['Upgrade: websocket', 'Connection: upgrade'],
    [`Idempotency-Key: ${random.pick(['', '\u00e9', 'a'.repeat(256), 'a b', '\t'])}`],
    [`X-Request-Id: ${random.pick(['', 'a'.repeat(4000), '../..', '"><script>'])}`],
    ['Authorization: Basic OnBhc3M='],
    [`X-Forwarded-Host: ${random.pick(['', ',', 'a'.repeat(5000), '[::1]', 'a\u00ff', '..'])}`],
    [`X-Big: ${'a'.repeat(random.pick([8000, 20_000, 80_000]))}`],
    Array.from({ length: 2500 }, (_, index) => `X-${index}: 1`),
    [` folded: ${random.bytes(4).toString('latin1')}`],
    [`X-Bytes: ${random.bytes(20).toString('latin1')}`],
  ].map((headers) => ['Content-Type: application/json', ...headers])
  const types = ['application/json; charset=utf-16', 'text/plain', '\u00ff'].map((type) => [`Content-Type: ${type}`])
  return random.pick([...types, ...besidesType])
}

const oddPath = (random: Random, aim: Aim): string =>
  random.pick([
    `/api/v1/audit-logs?operation=${'a'.repeat(random.pick([300, 7000, 60_000]))}`,
    `/api/v1/deployments?${'creationStep=ready&'.repeat(random.pick([20, 700]))}`,
    `/api/v1/deployments?${random.bytes(30).toString('hex').replaceAll(/../g, '%$&')}`,
    `/api/v1/deployments/${random.pick(['%00', '%zz', '%ff', '%2e%2e%2f', '9'.repeat(40), '1e3', '-1', '0', '%F0%9F%92%A9', ' '])}`,
    `/api/v1/deployments/${aim.deploymentId}/env-vars/${random.pick(['%00', '%ed%a0%80', 'a'.repeat(2000), '%2f', ';'])}`,
    `/api/v1/audit-logs?from=${random.pick(['0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '2026-02-30T00:00:00Z', '%00', '2026-01-01T24:00:00Z'])}`,
    `/api/v1/audit-logs/export?to=${random.pick(['9999-12-31T23:59:60Z', '0000-12-31T00:00:00Z', '2026-06-30T23:59:60Z'])}`,
    `/api/v1/regions?after=${random.pick(['WyJsaXN0UmVnaW9ucyIsIlx1MDAwMCJd', 'W10', 'bnVsbA', 'WyJsaXN0UmVnaW9ucyIsW11d', '%00'])}`,
    `/api/v1/audit-logs?after=${Buffer.from(JSON.stringify(['listAuditLogs', random.pick([-9e15, 9e15, 0]), random.pick([-9e15, 9e15])])).toString('base64url')}`,
    '/api/v1/deployments?__proto__[a]=1&constructor=1&first[]=1&first=2',
    '//api//v1//deployments',
    '*',
    `http://${aim.host}/api/v1/regions`,
    '/api/v1/regions#x',
    `/${random.bytes(12).toString('latin1').replaceAll(/[\s]/g, 'x')}`,
  ])

/** A request of each kind in turn. */
export const rawRequest = (random: Random, aim: Aim, turn: number): RawRequest => {
  const operation = random.pick(withBody)
  const json = exampleBodyOf(operation)
  switch (turn % 6) {
    case 0:
      return { kind: 'random bytes', bytes: random.bytes(1 + random.whole(400)) }
    case 1:
      return { kind: 'odd headers', bytes: post(aim, operation, Buffer.from(json), oddHeaders(random)) }
    case 2:
      return {
        kind: 'odd addresses',
        bytes: Buffer.from(head(aim, random.pick(['GET', 'DELETE', 'HEAD', 'OPTIONS', 'BREW']), oddPath(random, aim)), 'latin1'),
      }
    case 3: {
      const whole = post(aim, operation, Buffer.from(json))
      whole[random.whole(whole.length)] = random.whole(256)
      return { kind: 'a byte changed', bytes: whole }
    }
    case 4:
      return { kind: 'random body', bytes: post(aim, operation, random.bytes(random.whole(300))) }
    default:
      return { kind: 'mutated body', bytes: post(aim, operation, mutated(random, json)) }
  }
}
