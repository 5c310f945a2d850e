import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChildAnswer, runChild } from '#adapters/children'
import { Failure } from '#kernel/failure'
import type { Destination } from '#adapters/outbound'
import { programPath } from './run.ts'
import { withFolder } from './workspace.ts'

export type SshKey = { privateKey: string; publicKey: string }

/** `key` is a line as it is pinned: the type and the key in base64. `fingerprint` is what hosts publish of it. */
export type HostKey = { key: string; fingerprint: string }

const limits = { memoryBytes: 128 * 1_048_576, cpuSeconds: 10, maxOpenFiles: 64, maxFileBytes: 65_536 }

const run = async (command: string, args: string[]): Promise<ChildAnswer> => {
  const env = { PATH: programPath, HOME: '/nonexistent', LC_ALL: 'C' }
  const answer = await runChild({ command, args, env, limits, timeoutMs: 20_000, maxOutputBytes: 1_048_576 })
  if (answer.code !== 0) throw new Error(`${command} ended with ${answer.code}: ${answer.stderr.slice(0, 2000)}`)
  return answer
}

/** A new key pair for one connection. */
export const generateSshKey = (): Promise<SshKey> =>
  withFolder(async (folder) => {
    const file = join(folder, 'key')
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'facet', '-f', file])
    return { privateKey: await readFile(file, 'utf8'), publicKey: (await readFile(`${file}.pub`, 'utf8')).trim() }
  })

const fingerprintOf = (base64: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replaceAll('=', '')}`

/** The keys a host shows now. Whoever connects compares a fingerprint and pins the key; asking is not yet trusting. */
export const scanHostKeys = async ({ host, port, addresses }: Destination): Promise<HostKey[]> => {
  for (const address of addresses) {
    const { stdout } = await run('ssh-keyscan', ['-T', '10', '-p', String(port), '-t', 'ed25519,ecdsa,rsa', address]).catch(() => ({
      stdout: '',
    }))
    const keys = stdout
      .toString()
      .split('\n')
      .flatMap((line) => {
        const [, type, base64] = /^\S+ ((?:ssh-|ecdsa-)[a-z0-9-]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
        return type === undefined || base64 === undefined ? [] : [{ key: `${type} ${base64}`, fingerprint: fingerprintOf(base64) }]
      })
    if (keys.length > 0) return keys
  }
  throw new Failure('remote_unreachable', `No SSH server answers at ${host}, port ${port}. Check the host and the port.`)
}
