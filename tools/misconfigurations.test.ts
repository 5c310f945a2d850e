import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, runStatements, startPostgres } from '@facet/testkit/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCodes } from '../apps/server/src/cli/command.ts'
import { makeGround } from './packed/ground.ts'
import { inProcess, runUnprivileged } from './packed/in-process.ts'
import { type Fixture, misconfigurations } from './packed/misconfigurations.ts'

const password = 'of roles: only here'
const maxMs = 10_000
// The ground has neither Temporal nor an engine.
const doctorCommand = ['doctor', '--roles', 'api,authoring,gateway']

let folder: string
let cluster: Cluster
let ground: Fixture
let closeGround: () => Promise<void>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-misconfigured-'))
  chmodSync(folder, 0o755)
  cluster = await startPostgres(join(folder, 'postgres'), { durable: false, password })
  const asSuperuser = (statements: string): Promise<void> => runStatements(cluster.url('postgres'), ...statements.split(';'))
  const made = await makeGround(folder, inProcess, cluster, { asSuperuser, superuserPassword: password })
  ground = made.ground
  closeGround = made.close
})
afterAll(async () => {
  await closeGround?.()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('an invalid setting', () => {
  it('is the only problem of the cases below: doctor finds none without them', async () => {
    const { code, stdout } = await inProcess.run(doctorCommand, ground.healthy)

    expect(stdout).not.toMatch(/^(FAIL|skip)/m)
    expect(code).toBe(exitCodes.done)
    expect(misconfigurations.length).toBeGreaterThanOrEqual(25)
  })

  it.each(misconfigurations)('is named with its cure by doctor and serve, which end at once: $what', async (misconfiguration) => {
    const { change, variable, cure, needsUnprivilegedUser } = misconfiguration
    const settings = Object.entries({ ...ground.healthy, FACET_LOG_LEVEL: 'fatal', ...change(ground) })
    const env = Object.fromEntries(settings.filter((entry): entry is [string, string] => entry[1] !== undefined))
    const run = needsUnprivilegedUser ? runUnprivileged : inProcess.run
    const startedMs = performance.now()

    const doctor = await run(doctorCommand, env)
    const serve = await run(['serve'], env)

    const found = doctor.stdout.split('\n').filter((line) => line.startsWith('FAIL'))
    const isConfiguration = found.every((line) => line.startsWith('FAIL  configuration'))
    expect([doctor.code, serve.code]).toEqual([exitCodes.failed, isConfiguration ? exitCodes.settings : exitCodes.failed])
    for (const text of [found.join('\n'), serve.stderr]) {
      expect(text).toContain(variable)
      expect(text).toMatch(cure)
    }
    const output = [doctor.stdout, doctor.stderr, serve.stdout, serve.stderr].join('\n')
    expect(output).not.toMatch(/\n {4}at |"stack":/)
    expect(ground.secrets.filter((secret) => output.includes(secret))).toEqual([])
    expect(performance.now() - startedMs).toBeLessThan(2 * maxMs)
  })
})
