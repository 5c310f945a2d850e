import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChildLimitExceeded } from '#adapters/children'
import { type EnginePrograms, type InstalledEngine, requireDrivers } from '#adapters/cube'
import type { HostGuard } from '#adapters/outbound'
import { type Egress, guardedDial, type Sandbox } from '#adapters/sandbox'
import { createBulkhead } from '#limits'
import { createRedactor, foreignText } from '../builds/index.ts'
import { causeOf, type ConnectionCause, connectionCauses, type ConnectionReport } from './connection-causes.ts'
import { cubeCommand } from './cube-command.ts'
import { prefixOf, type Warehouse, warehouseOf, withEgressNames } from './warehouses.ts'

export type ConnectionTest = {
  tenantId: number
  engineVersion: string
  variables: Record<string, string>
  dataSource: string
  signal: AbortSignal
}

export type TestedConnection = { ok: boolean; cause: ConnectionCause | null; message: string; durationMs: number }

/** Null where the variables declare no such data source. */
export type TestConnection = (test: ConnectionTest) => Promise<TestedConnection | null>

export type ConnectionTestParts = {
  sandbox: Pick<Sandbox, 'run'>
  programs: EnginePrograms
  getEngine: (version: string) => InstalledEngine
  outbound: HostGuard
  folder: string
  memoryBytes: number
}

const driverTimeoutMs = 15_000
const timeoutMs = 60_000
const maxOutputBytes = 65_536
const maxMessageChars = 1000

/** Dials as queries do, and keeps why it could not. */
const watchedDial = (outbound: HostGuard, { host, port }: Warehouse) => {
  const seen: { problem?: unknown } = {}
  const dial: Egress['dial'] = async (signal) => {
    try {
      return await guardedDial(outbound, host, port)(signal)
    } catch (error) {
      seen.problem = error
      throw error
    }
  }
  return { dial, seen }
}

const readReport = (stdout: Buffer, stderr: string): ConnectionReport => {
  const line = stdout.toString('utf8').trimEnd().split('\n').at(-1) ?? ''
  try {
    const { ok, code, message } = JSON.parse(line) as Record<string, unknown>
    return {
      ok: ok === true,
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' ? message : null,
    }
  } catch {
    return { ok: false, code: null, message: `The test ended without a report. ${stderr.trim().slice(-maxMessageChars)}`.trim() }
  }
}

/** A few at once on a node, and half of them for one tenant. */
const openPlaces = () =>
  createBulkhead<number>({
    what: 'places for tests of connections',
    holder: 'tenant',
    capacity: 4,
    maxPerKey: 2,
    maxWaiting: 32,
    maxWaitingPerKey: 4,
    maxWaitMs: 20_000,
  })

/** Asks a warehouse with the driver that queries use, behind the same walls, with a way out to that warehouse alone. */
export const createTestConnection = (parts: ConnectionTestParts): TestConnection => {
  const places = openPlaces()

  const ask = async ({ engineVersion, variables, dataSource, signal }: ConnectionTest, prefix: string) => {
    const warehouse = warehouseOf(variables, prefix)
    const watched = warehouse && watchedDial(parts.outbound, warehouse)
    const project = join(parts.folder, `test-${randomBytes(6).toString('hex')}`)
    const command = cubeCommand({
      programs: parts.programs,
      engine: parts.getEngine(engineVersion),
      program: 'testConnection',
      project,
      variables: withEgressNames(variables),
      own: { FACET_DATA_SOURCE: dataSource, FACET_CONNECTION_TIMEOUT_MS: String(driverTimeoutMs) },
      memoryBytes: parts.memoryBytes,
      cpuSeconds: 60,
    })
    await mkdir(project, { recursive: true, mode: 0o755 })
    try {
      const egress = watched && warehouse ? [{ ...warehouse, dial: watched.dial }] : []
      const { stdout, stderr } = await parts.sandbox.run({ ...command, egress, timeoutMs, maxOutputBytes, signal })
      return { report: readReport(stdout, stderr), problem: watched?.seen.problem }
    } catch (error) {
      if (!(error instanceof ChildLimitExceeded)) throw error
      return { report: { ok: false, code: 'ETIMEDOUT', message: `The test went over its ${error.allowed}.` }, problem: undefined }
    } finally {
      await rm(project, { recursive: true, force: true })
    }
  }

  return async (test) => {
    const prefix = prefixOf(test.variables, test.dataSource)
    if (prefix === null) return null
    const startedMs = performance.now()
    const told = (cause: ConnectionCause | null, message: string): TestedConnection => ({
      ok: cause === null,
      cause,
      message,
      durationMs: Math.round(performance.now() - startedMs),
    })
    if (!test.variables[`${prefix}TYPE`]?.trim()) return told('not_configured', connectionCauses.not_configured)
    requireDrivers(test.engineVersion, test.variables)
    const release = await places.enter(test.tenantId, { signal: test.signal })
    try {
      const { report, problem } = await ask(test, prefix)
      if (report.ok) return told(null, 'The warehouse answers.')
      const cause = causeOf(report, problem)
      // The guard outside knows better than the driver, which saw a connection end.
      const said =
        problem === undefined && report.message ? ` ${foreignText(report.message, maxMessageChars, createRedactor(test.variables))}` : ''
      return told(cause, `${connectionCauses[cause]}${said}`)
    } finally {
      release()
    }
  }
}
