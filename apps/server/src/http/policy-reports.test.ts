import { describe, expect, it } from 'vitest'
import { type Actor, useServer } from '#test'
import { refusedIn } from './policy-reports.ts'

const server = useServer('shared')
const path = '/embed/policy-reports'
const said = 'the policy of the embedded page refused something'

const report = (effectiveDirective: unknown, blockedURL: unknown, type = 'csp-violation') => ({
  type,
  url: 'https://shop.example/embed/dashboard/a?session=es_secret',
  body: { effectiveDirective, blockedURL, documentURL: 'https://shop.example/embed/dashboard/a?session=es_secret', sample: 'es_secret' },
})
const send = ({ headers }: Actor, reports: unknown, contentType = 'application/reports+json') =>
  fetch(`${server.url()}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: typeof reports === 'string' ? reports : JSON.stringify(reports),
  })
const lines = ({ tenantId }: Actor) =>
  server.logs
    .map((line) => JSON.parse(line) as { msg: string; tenantId: number; refused: unknown })
    .filter(({ msg, tenantId: of }) => msg === said && of === tenantId)

describe('what browsers tell of the policy of the page', () => {
  it('is one line of the log: which rule, and of what only the origin', async () => {
    const owner = await server.admin()

    const answer = await send(owner, [
      report('script-src-elem', 'https://ads.example/track.js?of=es_secret'),
      report('script-src-elem', 'https://ads.example/other.js'),
      report('script-src', 'inline'),
    ])

    expect(answer.status).toBe(204)
    expect(lines(owner)).toMatchObject([
      {
        refused: [
          { directive: 'script-src-elem', blocked: 'https://ads.example' },
          { directive: 'script-src', blocked: 'inline' },
        ],
      },
    ])
    expect(server.logs.join('')).not.toContain('es_secret')
  })

  it('is at most a line a second for a tenant, and takes none from another', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]

    await Promise.all(Array.from({ length: 20 }, () => send(owner, [report('img-src', 'data')])))
    await send(other, [report('img-src', 'data')])

    expect(lines(owner).length).toBeLessThan(5)
    // What comes beyond is not read: it would be refused.
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, 'not JSON')))
    expect(answers.some(({ status }) => status === 204)).toBe(true)
    expect(lines(other)).toHaveLength(1)
  })

  it.each([
    ['not JSON', 400],
    [`["${'x'.repeat(70_000)}"]`, 413],
    [{ a: 1 }, 204],
    [[report('img-src', 'data', 'deprecation')], 204],
  ])('that is none is refused or left out: %o', async (sent, status) => {
    const owner = await server.admin()

    expect((await send(owner, sent)).status).toBe(status)
    expect(lines(owner)).toEqual([])
  })

  it('has nothing in it that its sender chose freely', () => {
    const hostile = [
      report('img-src\n{"level":60}', 'data'),
      report({ toString: () => 'x' }, 'data'),
      report('img-src', 'chrome-extension:alert(1)'),
      report('font-src', 'no address'),
      report('style-src', null),
      null,
      'text',
    ]

    expect(refusedIn(hostile)).toEqual([
      { directive: 'img-src', blocked: 'chrome-extension:' },
      { directive: 'font-src', blocked: 'unknown' },
      { directive: 'style-src', blocked: 'unknown' },
    ])
    expect(refusedIn(Array.from({ length: 1000 }, (_, at) => report('img-src', `https://${at}.example/`)))).toHaveLength(10)
    expect(refusedIn([report('img-src', `https://long.example/${'x'.repeat(2000)}`)])).toEqual([
      { directive: 'img-src', blocked: 'unknown' },
    ])
  })
})
