import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@facet/client'
import { freePort } from '@facet/testkit/net'
import type { Settings } from './installation.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../tools/stack.ts')

/** The product with engines, as `pnpm stack` starts it, in a folder of its own. */
export type TrialStack = {
  url: string
  adminKey: string
  postgresUrl: string
  folder: string
  client: Client
  close: () => Promise<void>
}

// Trials send as fast as they can.
const withoutLimits: Settings = {
  FACET_RATE_LIMIT_PER_KEY: '1000000',
  FACET_RATE_LIMIT_PER_TENANT: '1000000',
  FACET_RATE_LIMIT_PER_EMBED_USER: '1000000',
  FACET_RATE_LIMIT_PER_TENANT_FRAMES: '1000000',
  FACET_RATE_LIMIT_UNKNOWN: '1000000',
}

const attempts = 3

/** Repeats a failed start, which continues where it failed: on a busy machine, the database can be slow. */
const bringUp = async (env: NodeJS.ProcessEnv, port: string): Promise<void> => {
  for (let attempt = 1; ; attempt++)
    try {
      await run(process.execPath, [program, 'up', '--json', '--port', port], { env })
      return
    } catch (error) {
      if (attempt === attempts) throw error
    }
}

export const startTrialStack = async (settings: Settings = {}): Promise<TrialStack> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-trial-'))
  const env = { ...process.env, ...withoutLimits, ...settings, FACET_STACK_FOLDER: folder }
  const close = async (): Promise<void> => {
    await run(process.execPath, [program, 'down', '--purge'], { env })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await bringUp(env, String(await freePort()))
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  const { baseUrl, adminKey, postgresUrl } = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as Record<string, string>
  if (!baseUrl || !adminKey || !postgresUrl) throw new Error('stack.json lacks an address.')
  return { url: baseUrl, adminKey, postgresUrl, folder, client: createClient({ baseUrl, key: adminKey }), close }
}
