import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Installation } from '../../../harness/installation.ts'
import type { Canaries } from './canaries.ts'

const main = join(import.meta.dirname, '../../../../apps/server/src/main.ts')

const timeoutMs = 60_000

type Output = { text: string; hasFailed: boolean }

/** The output of commands that work and of commands with wrong passwords and settings, and whether each succeeded or failed as expected. */
export const runCommands = async (installation: Installation, canaries: Canaries): Promise<{ said: Buffer; areAsExpected: boolean }> => {
  const wrong = new URL(installation.serviceUrl)
  wrong.password = canaries.next('wrong-password')
  const nowhere = `postgres://facet:${canaries.next('nowhere')}@127.0.0.1:1/facet`
  const working = [
    ['tenants', 'list'],
    ['doctor', '--roles', 'api'],
    ['encryption-key', 'rotate'],
    ['embed', 'rotate-key', '--all'],
  ]
  const failing: [string[], Record<string, string>][] = [
    [['doctor', '--json'], { FACET_DATABASE_URL: wrong.href }],
    [['migrate'], { FACET_MIGRATE_DATABASE_URL: wrong.href }],
    [['serve'], { FACET_DATABASE_URL: nowhere }],
    [['migrate'], { FACET_DATABASE_URL: `postgres://facet:${canaries.next('not-an-address')}@[:x/facet` }],
    [
      ['serve'],
      { FACET_ROOT_KEY: canaries.next('short-root-key'), FACET_DATABASE_URL: `mysql://facet:${canaries.next('mysql')}@db/facet` },
    ],
    [['doctor'], { FACET_ROOT_KEY: randomBytes(32).toString('base64') }],
  ]
  const run = async (args: string[], changed: Record<string, string> = {}): Promise<Output> => {
    const env = { PATH: process.env['PATH'] ?? '', ...installation.env, ...changed }
    const { stdout, stderr, hasFailed } = await promisify(execFile)(process.execPath, [main, ...args], { env, timeout: timeoutMs }).then(
      (output) => ({ ...output, hasFailed: false }),
      (error: unknown) => ({ ...(error as { stdout: string; stderr: string }), hasFailed: true }),
    )
    return { text: `${args.join(' ')}\n${stdout}\n${stderr}`, hasFailed }
  }
  const worked: Output[] = []
  for (const args of working) worked.push(await run(args))
  const failed = await Promise.all(failing.map(([args, changed]) => run(args, changed)))
  return {
    said: Buffer.from([...worked, ...failed].map(({ text }) => text).join('\n')),
    areAsExpected: worked.every(({ hasFailed }) => !hasFailed) && failed.every(({ hasFailed }) => hasFailed),
  }
}
