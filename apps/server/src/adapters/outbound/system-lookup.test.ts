import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSystemLookup, type LookupParts } from './system-lookup.ts'

const folder = await mkdtemp(join(tmpdir(), 'facet-lookup-'))
const hostsFile = join(folder, 'hosts')
await writeFile(hostsFile, '127.0.0.1 localhost # here.example.com\n10.0.0.9\tWarehouse.internal db\n')
afterAll(() => rm(folder, { recursive: true }))

const failing = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(code), { code })
}
const silent = (): Promise<never> => new Promise(() => undefined)

const lookupWith = (parts: Partial<LookupParts['resolver']>, known: Record<string, string[]> = {}) => {
  const asked: string[] = []
  const lookup = createSystemLookup({
    resolver: { resolve4: failing('ENOTFOUND'), resolve6: failing('ENODATA'), ...parts },
    system: async (host) => {
      asked.push(host)
      return known[host] ?? failing('ENOTFOUND')()
    },
    hostsFile,
  })
  return { lookup, asked }
}

describe('the look-up of a name', () => {
  it('takes what name servers say, of both kinds, without the system', async () => {
    const { lookup, asked } = lookupWith({ resolve4: async () => ['93.184.216.34'], resolve6: async () => ['2606:2800::1'] } as never)

    expect(await lookup('git.example.com')).toEqual(['93.184.216.34', '2606:2800::1'])
    expect(asked).toEqual([])
  })

  it('takes the one kind when the other is not answered', async () => {
    const { lookup } = lookupWith({ resolve4: async () => ['93.184.216.34'], resolve6: failing('ETIMEOUT') } as never)

    expect(await lookup('git.example.com')).toEqual(['93.184.216.34'])
  })

  it.each(['warehouse.internal', 'db', 'LOCALHOST'])('takes %s from the file of this machine', async (host) => {
    const { lookup, asked } = lookupWith({ resolve4: failing('ETIMEOUT'), resolve6: failing('ETIMEOUT') }, { [host]: ['10.0.0.9'] })

    expect(await lookup(host)).toEqual(['10.0.0.9'])
    expect(asked).toEqual([host])
  })

  it.each(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])('asks the system for what name servers do not know (%s)', async (code) => {
    const { lookup } = lookupWith({ resolve4: failing(code), resolve6: failing(code) }, { short: ['10.0.0.8'] })

    expect(await lookup('short')).toEqual(['10.0.0.8'])
    await expect(lookup('nowhere')).rejects.toThrow('ENOTFOUND')
  })

  it.each(['ETIMEOUT', 'ESERVFAIL'])('takes no thread for a zone whose name servers say nothing of use (%s)', async (code) => {
    const { lookup, asked } = lookupWith({ resolve4: failing(code), resolve6: failing(code) })

    await expect(lookup('here.example.com')).rejects.toThrow(code)
    expect(asked).toEqual([])
  })

  it('asks once for all who ask for the same name meanwhile, and anew afterwards', async () => {
    let count = 0
    const { lookup } = lookupWith({ resolve4: async () => [`10.0.0.${++count}`] } as never)

    expect(await Promise.all([lookup('a.example'), lookup('a.example'), lookup('a.example')])).toEqual([
      ['10.0.0.1'],
      ['10.0.0.1'],
      ['10.0.0.1'],
    ])
    expect(await lookup('a.example')).toEqual(['10.0.0.2'])
  })

  it('answers other names while a zone is silent', async () => {
    const { lookup } = lookupWith({
      resolve4: (host: string) => (host.endsWith('.broken.example') ? silent() : Promise.resolve(['93.184.216.34'])),
    } as never)
    for (let turn = 0; turn < 50; turn++) void lookup(`db${turn}.broken.example`)

    expect(await lookup('good.example.com')).toEqual(['93.184.216.34'])
  })
})
