import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DbtPython } from '../../../../apps/server/src/adapters/dbt/index.ts'
import { createOutbound } from '../../../../apps/server/src/adapters/outbound/index.ts'
import type { Sandbox } from '../../../../apps/server/src/adapters/sandbox/index.ts'
import {
  convertProject,
  createParseStates,
  installPackages,
  parseProject,
  readCatalog,
  readConversion,
  type RunFolders,
  runFolders,
} from '../../../../apps/server/src/domains/dbt/engine/run/index.ts'
import type { Phase } from './attacks.ts'
import type { Ground } from './ground.ts'
import type { HostileProgram } from './hostile-program.ts'

export type Stage = { ground: Ground; sandbox: Pick<Sandbox, 'run'>; runFolder: string }

export type PhaseRun = {
  folders: RunFolders
  files: string
  /** The working folder of the phase. */
  works: string
  /** State kept for later runs. */
  states: string
}

export const maxDiskBytes = 48 * 1_048_576

const project = { 'dbt_project.yml': 'name: hostile\nversion: 1.0.0\nconfig-version: 2\n' }

/** Creates the folders of a run whose checkout contains these files. */
export const givenRun = async ({ folder }: Ground, phase: Phase, more: Record<string, string> = {}): Promise<PhaseRun> => {
  const own = mkdtempSync(join(folder, 'run-'))
  const folders = await runFolders(own)
  const files = join(folders.repository, 'files')
  for (const [path, text] of Object.entries({ ...project, ...more })) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), text)
  }
  return { folders, files, works: phase === 'convert' ? folders.output : files, states: join(own, 'states') }
}

export const outbound = createOutbound({ allowPrivateHosts: ['localhost', '127.0.0.1'] })

/** The request that all dbt phases share. */
const requestOf = ({ ground, sandbox }: Stage, { folders, files }: PhaseRun, environment: DbtPython) => ({
  ...{ sandbox, environment, folders, maxDiskBytes, target: 'dev', targetSchema: 'analytics', warehouse: 'postgres' as const },
  checkout: { files, projectPath: '.', hasPackages: true },
  variables: {
    selected: {},
    database: {
      ...{ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: '127.0.0.1', CUBEJS_DB_PORT: String(ground.git.port), CUBEJS_DB_NAME: 'shop' },
      ...{ CUBEJS_DB_USER: 'reader', CUBEJS_DB_PASS: ground.password },
    },
  },
})

const hour = 3_600_000

/** Runs a phase as a sync does, with the hostile program in place of dbt and the converter. Returns the result of the phase. */
export const runPhase = async (
  phase: Exclude<Phase, 'clone'>,
  stage: Stage,
  run: PhaseRun,
  { environment, converter }: Pick<HostileProgram, 'environment'> & Partial<HostileProgram>,
  timeoutMs = hour,
): Promise<unknown> => {
  const { ground, sandbox, runFolder } = stage
  const control = { signal: new AbortController().signal, timeoutMs, onProgress: () => undefined }
  const request = requestOf(stage, run, environment)
  const auth = { kind: 'token' as const, token: ground.token, user: 'git' }
  const remote = { url: ground.git.urlOf('project.git'), auth, tenantId: 1 }
  const phases = {
    deps: () => installPackages({ ...request, sources: { outbound, caFile: ground.caFile, runFolder, remote, publicHosts: [] } }, control),
    parse: () =>
      parseProject({ ...request, state: { states: createParseStates(run.states), key: 'own', mayKeep: async () => true } }, control),
    catalog: () => readCatalog({ ...request, outbound }, control),
    convert: async () => {
      const [artifactsFolder, outputFolder] = [run.folders.artifacts, run.folders.output]
      const parts = {
        sandbox,
        artifactsFolder,
        outputFolder,
        hasCatalog: false,
        maxDiskBytes,
        ...(converter ? { program: converter } : {}),
      }
      return readConversion(await convertProject({ ...parts, options: { warehouse: 'postgres', outputPath: 'dbt' } as never }, control))
    },
  }
  return phases[phase]()
}
