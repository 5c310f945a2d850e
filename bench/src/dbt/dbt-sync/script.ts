import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { engineVersions, enginePrograms, findInstalledEngine } from '../../../../apps/server/src/adapters/cube/index.ts'
import { convertProgram, findDbtEnvironment, newestDbtVersion, profileOf } from '../../../../apps/server/src/adapters/dbt/index.ts'
import { openSandbox } from '../../../../apps/server/src/adapters/sandbox/index.ts'
import { createCubeCompiler } from '../../../../apps/server/src/domains/hosting/engine/launch/index.ts'
import { type ModelFiles, outputPath } from './model-files.ts'
import type { DbtRemote } from './remote.ts'

/** What a sync starts from: the files of the deploy branch, and the variables of the deployment. */
export type ScriptInput = {
  remote: DbtRemote
  files: ModelFiles
  variables: Record<string, string>
  targetSchema: string
  memoryBytes: number
}

/** Somebody's own script in place of the product. */
export type Script = {
  /** Milliseconds for the project at a ref, from the clone to the commit; and the files that it generated. */
  time: (ref: string) => Promise<{ ms: number; made: ModelFiles }>
  close: () => Promise<void>
}

const run = promisify(execFile)
const target = 'dev'

/** From the clone to the files. `deps` and `parse` are one dbt each, as they are for everybody. */
const generate = `set -eu
git clone --quiet --depth 1 --branch "$REF" "$URL" project
cd project
"$PYTHON" -I -B -m dbt.cli.main --quiet deps --profiles-dir .. --profile facet --target ${target}
"$PYTHON" -I -B -m dbt.cli.main --quiet parse --profiles-dir .. --profile facet --target ${target} --target-path ../artifacts
cd ..
"$NODE" --disable-warning=ExperimentalWarning "$CONVERT" <order.json >/dev/null
"$NODE" -e "$WRITE" output/conversion.json model
`

const write = `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs'); const { dirname, join } = require('node:path')
for (const { path, content } of JSON.parse(readFileSync(process.argv[1], 'utf8')).files) {
  mkdirSync(dirname(join(process.argv[2], path)), { recursive: true }); writeFileSync(join(process.argv[2], path), content) }`

const commit = `set -eu
cd model
git checkout --quiet -b review
git add --all .
git -c user.name=Script -c user.email=script@example.com commit --quiet --message 'Cubes of the dbt project'
`

const requireDbt = () => {
  const environment = findDbtEnvironment(process.env['FACET_DBT_FOLDER'] ?? '', newestDbtVersion)
  if (!environment) throw new Error('dbt is not installed. Run tools/setup, and . tools/env.')
  return environment
}

const getEngine = (version: string) => {
  const engine = findInstalledEngine(process.env['FACET_ENGINES_FOLDER'] ?? '', version)
  if (!engine) throw new Error(`The engine ${version} is not installed. Run tools/setup, and . tools/env.`)
  return engine
}

const gitSettings = ({ token, caFile }: DbtRemote): Record<string, string> => ({
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'http.sslCAInfo',
  GIT_CONFIG_VALUE_0: caFile,
  GIT_CONFIG_KEY_1: 'http.extraHeader',
  GIT_CONFIG_VALUE_1: `Authorization: Basic ${Buffer.from(`git:${token}`).toString('base64')}`,
})

/** The deploy branch as a working copy. */
const checkOut = async (folder: string, files: ModelFiles, env: Record<string, string>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const git = (...args: string[]) => run('git', ['-C', folder, ...args], { env })
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all', '.')
  await git('-c', 'user.name=Script', '-c', 'user.email=script@example.com', 'commit', '--quiet', '--message', 'Start')
}

export const openScript = async ({ remote, files, variables, targetSchema, memoryBytes }: ScriptInput): Promise<Script> => {
  const parent = mkdtempSync(join(tmpdir(), 'facet-dbt-script-'))
  const sandbox = await openSandbox({ mode: 'required', runFolder: join(parent, 'run'), cgroup: null })
  const compiler = createCubeCompiler({ sandbox, programs: enginePrograms(), getEngine, memoryBytes })
  const { python, root } = requireDbt()
  const converter = convertProgram()
  const env = {
    PATH: `${root}/bin:${process.env['PATH'] ?? ''}`,
    HOME: parent,
    TZ: 'UTC',
    LC_ALL: 'C.UTF-8',
    OPENBLAS_NUM_THREADS: '1',
    DBT_SEND_ANONYMOUS_USAGE_STATS: 'false',
    DBT_VERSION_CHECK: 'false',
    NODE: process.execPath,
    PYTHON: python,
    CONVERT: join(converter.folder, converter.program),
    WRITE: write,
    URL: remote.url,
    ...gitSettings(remote),
  }
  const requireCompiled = async (folder: string): Promise<void> => {
    const { signal } = new AbortController()
    const engineVersion = engineVersions[0]?.version ?? ''
    const { errors } = await compiler.compile({ folder, engineVersion, variables, signal, onLine: () => undefined })
    if (errors.length > 0) throw new Error(`What the script made does not compile: ${JSON.stringify(errors).slice(0, 1000)}`)
  }
  return {
    time: async (ref) => {
      const folder = mkdtempSync(join(parent, 'run-'))
      const model = join(folder, 'model')
      for (const name of ['artifacts', 'output']) mkdirSync(join(folder, name))
      writeFileSync(join(folder, 'profiles.yml'), profileOf({ warehouse: 'postgres', target, targetSchema, variables }))
      const order = { artifacts: join(folder, 'artifacts'), output: join(folder, 'output'), hasCatalog: false }
      writeFileSync(join(folder, 'order.json'), JSON.stringify({ ...order, options: { warehouse: 'postgres' } }))
      await checkOut(model, files, env)
      const shell = (script: string) => run('bash', ['-c', script], { cwd: folder, env: { ...env, REF: ref } })
      const startedMs = performance.now()
      await shell(generate)
      await requireCompiled(model)
      await shell(commit)
      const ms = performance.now() - startedMs
      const made = readdirSync(join(model, outputPath)).map((name) => [
        `${outputPath}/${name}`,
        readFileSync(join(model, outputPath, name), 'utf8'),
      ])
      rmSync(folder, { recursive: true, force: true })
      return { ms, made: Object.fromEntries(made) as ModelFiles }
    },
    close: async () => {
      await sandbox.close()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
