import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@facet/testkit/postgres'

// For supervise.test.ts: starts processes in the ways in which trials start them, and prints their ids.

const run = new Set(process.argv.slice(2))

const start = (command: string, args: string[], options: { detached?: boolean; env?: Record<string, string> } = {}): number => {
  const child = spawn(command, args, { stdio: 'ignore', ...options })
  child.unref()
  return child.pid ?? 0
}

const pids: Record<string, number> = {
  detached: start('/bin/sleep', ['600'], { detached: true }),
  ignoresSigterm: start('/bin/sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], { detached: true }),
}
// Nothing in the environment or the arguments of this one names the trial.
const child = run.has('end') ? {} : { child: start('/bin/sleep', ['600'], { env: {} }) }
const server: Record<string, number> = {}
if (run.has('postgres')) {
  const cluster = await startPostgres(mkdtempSync(join(tmpdir(), 'facet-trial-')), { durable: false })
  server['postgres'] = cluster.pid()
}
process.stdout.write(`${JSON.stringify({ folder: tmpdir(), pids: { ...child, ...pids, ...server } })}\n`)
if (run.has('end')) process.exitCode = 3
else setInterval(() => undefined, 60_000)
