import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Failure } from '#failure'
import type { Destination } from '#adapters/outbound'
import { withFolder } from './workspace.ts'

export type SshKey = { privateKey: string; publicKey: string }

/** `key` is a line as it is pinned: the type and the key in base64. `fingerprint` is what hosts publish of it. */
export type HostKey = { key: string; fingerprint: string }

const run = promisify(execFile)
const alone = { env: { PATH: '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C' }, timeout: 20_000 }

/** A new key pair for one connection. */
export const generateSshKey = (): Promise<SshKey> =>
  withFolder(async (folder) => {
    const file = join(folder, 'key')
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'facet', '-f', file], alone)
    return { privateKey: await readFile(file, 'utf8'), publicKey: (await readFile(`${file}.pub`, 'utf8')).trim() }
  })

const fingerprintOf = (base64: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replaceAll('=', '')}`

/** The keys a host shows now. Whoever connects compares a fingerprint and pins the key; asking is not yet trusting. */
export const scanHostKeys = async ({ host, port, addresses }: Destination): Promise<HostKey[]> => {
  for (const address of addresses) {
    const { stdout } = await run('ssh-keyscan', ['-T', '10', '-p', String(port), '-t', 'ed25519,ecdsa,rsa', address], alone).catch(() => ({
      stdout: '',
    }))
    const keys = stdout.split('\n').flatMap((line) => {
      const [, type, base64] = /^\S+ ((?:ssh-|ecdsa-)[a-z0-9-]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
      return type === undefined || base64 === undefined ? [] : [{ key: `${type} ${base64}`, fingerprint: fingerprintOf(base64) }]
    })
    if (keys.length > 0) return keys
  }
  throw new Failure('remote_unreachable', `No SSH server answers at ${host}, port ${port}. Check the host and the port.`)
}
