import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@facet/client'
import { againIfHeldUp } from '../trials/harness/machine.ts'
import { isAnswering } from './stack/answering.ts'
import { withoutSettings } from './stack/settings.ts'
import type { Stack } from './stack/state.ts'

const run = promisify(execFile)
const budgetMs = 30_000
const folder = mkdtempSync(join(tmpdir(), 'facet-boot-'))

const stack = async (...args: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'stack.ts'), ...args], {
    env: { ...withoutSettings(process.env), FACET_STACK_FOLDER: folder },
  })
  return stdout
}

const up = async (): Promise<Stack> => JSON.parse(await stack('up', '--json')) as Stack

const confirm = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(what)
  process.stdout.write(`ok  ${what}\n`)
}

/** Timed from nothing, so whatever an earlier attempt left is thrown away. */
const firstUp = async (): Promise<{ first: Stack; tookMs: number }> => {
  await stack('down', '--purge')
  const started = performance.now()
  const first = await up()
  const api = createClient({ baseUrl: first.baseUrl, key: first.adminKey })
  confirm((await api.getCurrentUser()).isAdmin, 'the first authenticated request is answered')
  return { first, tookMs: performance.now() - started }
}

/** From nothing to a first authenticated request, a kill that loses nothing, and a stop that leaves nothing. */
const boot = async (): Promise<void> => {
  const { first, tookMs } = await againIfHeldUp(
    firstUp,
    (attempt) => attempt.tookMs < budgetMs,
    (line) => process.stdout.write(`${line}\n`),
    ({ tookMs: ms }) => `${(ms / 1000).toFixed(1)} s`,
  )
  confirm(tookMs < budgetMs, `it took ${(tookMs / 1000).toFixed(1)} s of ${budgetMs / 1000} s`)
  const api = createClient({ baseUrl: first.baseUrl, key: first.adminKey })

  const made = await api.createDeployment({
    body: { name: 'Kept', cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' },
  })
  process.kill(first.server?.pid ?? 0, 'SIGKILL')
  const second = await up()
  const after = createClient({ baseUrl: second.baseUrl, key: first.adminKey })
  confirm(
    (await after.getDeployment({ params: { deploymentId: made.id } })).name === 'Kept',
    'a killed service starts again and has lost nothing',
  )

  const engines = [second.postgresUrl, second.s3Endpoint].filter((url) => url !== null)
  confirm(engines.length === 2, 'the stack has a PostgreSQL and an S3 server')
  await stack('down')
  const ports = [second.port, ...engines.map((url) => Number(new URL(url).port))]
  confirm(
    (await Promise.all(ports.map(isAnswering))).every((open) => !open),
    'stack down leaves nothing listening',
  )
  const third = await up()
  const again = createClient({ baseUrl: third.baseUrl, key: first.adminKey })
  confirm((await again.getDeployment({ params: { deploymentId: made.id } })).id === made.id, 'a second start keeps the data')
}

try {
  await boot()
} finally {
  await stack('down', '--purge')
}
