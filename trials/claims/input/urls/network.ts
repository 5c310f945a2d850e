import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Routes every address to the loopback interface, so that listeners in the namespace see all connections.
const setUp = [
  'set -e',
  'mount --bind "$0" /etc/resolv.conf',
  'ip link set lo up',
  // A non-loopback address of each family: some resolvers return only addresses of families that are configured.
  'ip address add 10.255.255.1/32 dev lo',
  'ip address add fe80::1/64 dev lo nodad',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'exec "$@"',
].join('\n')

const commands: string[][] = [
  ['unshare', '--net', '--mount'],
  ['unshare', '--map-root-user', '--net', '--mount'],
  ['sudo', '--non-interactive', '--preserve-env', 'unshare', '--net', '--mount'],
]

type Ran = { code: number | null; stdout: string; stderr: string }

const run = async ([program = '', ...args]: string[], say?: (line: string) => void): Promise<Ran> => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    say?.(text.trimEnd())
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(null))
  child.once('close', resolve)
  return { code: await promise, stdout, stderr }
}

/** Runs a Node.js program in a new network namespace with its own resolv.conf. Returns the last line of its output. */
export const runInOwnNetwork = async (program: string, args: string[], say: (line: string) => void): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-network-'))
  const resolver = join(folder, 'resolv.conf')
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
  try {
    const inside = (command: string[]): string[] => ['bash', '-c', setUp, resolver, ...command]
    for (const unshare of commands) {
      if ((await run([...unshare, ...inside(['true'])])).code !== 0) continue
      const { code, stdout, stderr } = await run([...unshare, ...inside([process.execPath, program, ...args])], say)
      if (code !== 0) throw new Error(`${program} exited with ${code}: ${stderr.slice(-2000)}`)
      return stdout.trim().split('\n').at(-1) ?? ''
    }
    throw new Error(
      'Cannot create a network namespace. Install unshare and ip (Debian: util-linux, iproute2), and run as root or allow user namespaces.',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
