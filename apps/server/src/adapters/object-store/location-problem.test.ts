import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkObjectStore } from './index.ts'

type Refusal = { status: number; code?: string; message?: string }

let server: Server
let endpoint: string
let refuse: (method: string) => Refusal | null = () => null

/** Takes every object once, and says no as S3 does to what a test names. */
beforeAll(async () => {
  const objects = new Map<string, Buffer>()
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '' } = request
      const refusal = refuse(method)
      if (refusal) {
        const { status, code, message } = refusal
        const body = code === undefined ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
        return response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
      }
      if (method !== 'PUT') return response.writeHead(200).end(objects.get(url))
      if (objects.has(url)) return response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>')
      objects.set(url, Buffer.concat(chunks))
      return response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(() => server.close())

const problemWhen = async (when: typeof refuse): Promise<string> => {
  refuse = when
  const credentials = { accessKeyId: 'facet', secretAccessKey: 'hunter2' }
  return checkObjectStore({ kind: 's3', bucket: 'facet', prefix: '', endpoint, region: 'us-east-1', credentials }).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )
}

describe('an S3 server that refuses', () => {
  it.each([
    [
      { status: 403, code: 'RequestTimeTooSkewed', message: 'The difference is too large.' },
      /^The clock of this machine: differs from that of http:.*\. Set it, and keep it right/,
    ],
    [
      {
        status: 400,
        code: 'AuthorizationHeaderMalformed',
        message: "The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'eu-west-1'",
      },
      /^FACET_S3_REGION: the bucket "facet" is not in the region "us-east-1" at .*expecting 'eu-west-1'\. Set it to the region of the bucket\./,
    ],
    [{ status: 301, code: 'PermanentRedirect', message: 'Use another endpoint.' }, /^FACET_S3_REGION: .*Use another endpoint\. Set it/],
    [
      { status: 400, code: 'ExpiredToken', message: 'The provided token has expired.' },
      /^FACET_S3_ACCESS_KEY_ID, FACET_S3_SECRET_ACCESS_KEY: .*have ended: The provided token has expired\. Set new ones/,
    ],
    [
      { status: 403, code: 'AccountProblem', message: 'There is a problem with your account.' },
      /^FACET_OBJECT_STORE: .* refuses access to the bucket "facet": There is a problem with your account\. Let the credentials/,
    ],
    [{ status: 403, code: 'AccessDenied', message: 'Access Denied' }, /^FACET_OBJECT_STORE: .* refuses access to the bucket "facet"\. Let/],
  ])('with %j is named with the setting that cures it', async (refusal, sentence) => {
    const problem = await problemWhen(() => refusal)

    expect(problem).toMatch(sentence)
    expect(problem).not.toContain('hunter2')
  })

  it('may refuse removals alone', async () => {
    const denied = { status: 403, code: 'AccessDenied', message: 'Access Denied' }

    expect(await problemWhen((method) => (['DELETE', 'POST'].includes(method) ? denied : null))).toMatch(
      /^FACET_OBJECT_STORE: .* refuses access to the bucket "facet"\. Let the credentials put, get, list and remove objects/,
    )
  })
})
