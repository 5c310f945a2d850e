import { describe, expect, it } from 'vitest'
import { fetchValue } from '../src/send.ts'
import { settingsOf } from '../src/settings.ts'
import { type ClientOptions, createClient } from '../src/index.ts'

/** Answers every request alike and keeps what was sent. */
const recording = (answer: () => Response, options: Partial<ClientOptions> = {}) => {
  const sent: RequestInit[] = []
  const all: ClientOptions = {
    baseUrl: 'https://acme.example.com',
    fetch: async (_url, init) => {
      sent.push(init)
      return answer()
    },
    wait: async () => undefined,
    ...options,
  }
  return { api: createClient(all), settings: settingsOf(all), sent }
}
const done = () => Response.json({ success: true, hash: '0' })
const input = { params: { deploymentId: 7 }, body: { transaction: 't-1', fileName: 'model/a.yml' } }

describe('a form with a file', () => {
  it.each([
    ['bytes', new TextEncoder().encode('cubes: []')],
    ['a blob', new Blob(['cubes: []'])],
  ])('carries %s after its fields, and leaves the type to fetch', async (_, file) => {
    const { api, sent } = recording(done)

    await expect(api.uploadFile({ ...input, file })).resolves.toEqual({ success: true, hash: '0' })

    const form = sent[0]?.body as FormData
    expect([...form.keys()]).toEqual(['transaction', 'fileName', 'file'])
    expect([form.get('transaction'), form.get('fileName')]).toEqual(['t-1', 'model/a.yml'])
    expect(await (form.get('file') as Blob).text()).toBe('cubes: []')
    expect(new Headers(sent[0]?.headers).get('content-type')).toBeNull()
  })

  it('carries only the bytes of a view on a larger buffer', async () => {
    const { api, sent } = recording(done)

    await api.uploadFile({ ...input, file: new TextEncoder().encode('xxcubes: []yy').subarray(2, 11) })

    const form = sent[0]?.body as FormData
    expect(await (form.get('file') as Blob).text()).toBe('cubes: []')
  })

  it('is refused without a file before anything is sent', async () => {
    const { api, sent } = recording(done)

    await expect(api.uploadFile(input as never)).rejects.toThrow('uploadFile needs a file.')
    expect(sent).toEqual([])
  })
})

describe('a document', () => {
  const call = {
    id: 'getDiff',
    operation: { method: 'GET', path: '/diff', documents: true },
    input: { query: { format: 'markdown' } },
    options: {},
  } as const
  const markdown = () => new Response('# Changes', { headers: { 'content-type': 'text/markdown; charset=utf-8' } })

  it('in another type than JSON is its text', async () => {
    const { settings, sent } = recording(markdown)

    await expect(fetchValue(call, settings)).resolves.toBe('# Changes')
    expect(new Headers(sent[0]?.headers).get('accept')).toBe('*/*')
  })

  it('in JSON is its value', async () => {
    const { settings } = recording(() => Response.json({ changes: [] }))

    await expect(fetchValue(call, settings)).resolves.toEqual({ changes: [] })
  })

  it('is not what an operation answers that writes none', async () => {
    const { settings } = recording(markdown)

    await expect(fetchValue({ ...call, operation: { method: 'GET', path: '/diff' } }, settings)).rejects.toMatchObject({
      code: 'unexpected_response',
    })
  })
})
