import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createOutbound, pinnedLookup } from './outbound.ts'

const both = ['https', 'ssh'] as const
const names: Record<string, string[]> = {
  'git.example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'mixed.example.com': ['93.184.216.34', '10.0.0.7'],
  'mapped.example.com': ['::ffff:10.0.0.7'],
  'translated.example.com': ['64:ff9b::5db8:d822'],
  'git.internal': ['10.0.0.7'],
  'metadata.example.com': ['169.254.169.254'],
  'zone.example.com': ['fe80::1%eth0'],
  'empty.example.com': [],
  localhost: ['127.0.0.1'],
}
const guard = (...allowPrivateHosts: string[]) =>
  createOutbound({
    allowPrivateHosts,
    lookup: async (host) => names[host] ?? Promise.reject(new Error(`getaddrinfo ENOTFOUND ${host}`)),
  })
const refusal = (code: string) => expect.objectContaining({ code })

describe('the way out', () => {
  it('gives the addresses of a public name, to be dialled and no others', async () => {
    expect(await guard().resolve('https://git.example.com/a', both)).toMatchObject({
      host: 'git.example.com',
      addresses: ['93.184.216.34', '2606:2800:220:1::1'],
    })
    expect(await guard().resolve('git@93.184.216.34:a', both)).toMatchObject({ addresses: ['93.184.216.34'] })
    expect(await guard().resolve('https://translated.example.com/a', both)).toMatchObject({ addresses: ['64:ff9b::5db8:d822'] })
  })

  it.each(['mixed', 'mapped', 'metadata', 'zone'])('refuses %s.example.com for one address that is not public', async (name) => {
    const refused = guard().resolve(`https://${name}.example.com/a`, both)

    await expect(refused).rejects.toThrow('FACET_ALLOW_PRIVATE_HOSTS')
    await expect(refused).rejects.toMatchObject({ code: 'remote_host_private', status: 400 })
    await expect(refused).rejects.not.toThrow(/10\.0\.0\.7|169\.254/)
  })

  it.each(['https://localhost/a', 'https://x.localhost/a', 'git@localhost.:a', 'https://127.0.0.1/a', 'https://[::1]/a', 'git@0:a'])(
    'refuses %s',
    async (url) => {
      await expect(guard().resolve(url, both)).rejects.toThrow(refusal('remote_host_private'))
    },
  )

  it('says when a name leads nowhere, and when a URL is none', async () => {
    await expect(guard().resolve('https://nowhere.example.com/a', both)).rejects.toThrow(refusal('remote_unreachable'))
    await expect(guard().resolve('https://empty.example.com/a', both)).rejects.toThrow(refusal('remote_unreachable'))
    await expect(guard().resolve('ext::sh', both)).rejects.toThrow(refusal('remote_url_invalid'))
  })

  it('lets through what the operator names: a name, an address, a range', async () => {
    for (const entry of ['git.internal', 'Git.Internal.', '10.0.0.7', '10.0.0.0/8'])
      expect(await guard(entry).resolve('https://git.internal/a', both)).toMatchObject({ addresses: ['10.0.0.7'] })
    expect(await guard('localhost').resolve('git@localhost:a', both)).toMatchObject({ addresses: ['127.0.0.1'] })
    expect(await guard('127.0.0.1').resolve('https://[::ffff:127.0.0.1]/a', both)).toMatchObject({ addresses: ['::ffff:7f00:1'] })
    expect(await guard('fd00::/8').resolve('https://[fd12::1]/a', both)).toMatchObject({ addresses: ['fd12::1'] })
    await expect(guard('10.0.0.8', 'git.example').resolve('https://git.internal/a', both)).rejects.toThrow(refusal('remote_host_private'))
  })

  it('keeps the credentials of clouds shut unless the very address is named', async () => {
    const url = 'https://metadata.example.com/a'

    for (const entry of ['metadata.example.com', '169.254.0.0/16', '0.0.0.0/0'])
      await expect(guard(entry).resolve(url, both)).rejects.toThrow(refusal('remote_host_private'))
    await expect(guard('fd00::/8').resolve('https://[fd00:ec2::254]/a', both)).rejects.toThrow(refusal('remote_host_private'))
    expect(await guard('169.254.169.254').resolve(url, both)).toMatchObject({ addresses: ['169.254.169.254'] })
  })

  it('asks for a name once', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const outbound = createOutbound({ allowPrivateHosts: [], lookup: async () => answers.shift() ?? [] })

    expect(await outbound.resolve('https://turning.example.com/a', both)).toMatchObject({ addresses: ['93.184.216.34'] })
    expect(answers).toHaveLength(1)
  })

  it('asks the system when no other lookup is given', async () => {
    await expect(createOutbound({ allowPrivateHosts: ['localhost'] }).resolve('git@localhost:a', both)).resolves.toMatchObject({
      addresses: expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
    })
  })
})

describe('a pinned lookup', () => {
  const destination = { kind: 'https', host: 'git.example.com', port: 1, user: null, path: '/', addresses: ['127.0.0.1'] } as const

  it('leads a request to the judged address', async () => {
    const server = createServer((sent, answer) => void answer.end(sent.headers.host))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const sent = request({ host: 'git.example.com', port, lookup: pinnedLookup({ ...destination, addresses: ['127.0.0.1'] }) }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect((await answer.toArray()).join('')).toBe(`git.example.com:${port}`)
    server.close()
  })

  it('knows no other name', async () => {
    const sent = request({ host: 'other.example.com', port: 1, lookup: pinnedLookup({ ...destination, addresses: ['127.0.0.1'] }) }).end()

    await expect(once(sent, 'response')).rejects.toThrow('Only git.example.com was resolved')
  })
})
