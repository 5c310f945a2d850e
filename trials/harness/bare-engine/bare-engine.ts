import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { engineVersions, findInstalledEngine } from '../../../apps/server/src/adapters/cube/index.ts'
import { openSandbox } from '../../../apps/server/src/adapters/sandbox/index.ts'
import { cubeCommand } from '../../../apps/server/src/domains/hosting/engine/launch/cube-command.ts'
import { warehousesOf } from '../../../apps/server/src/domains/hosting/engine/launch/index.ts'
import { pause } from '../numbers.ts'
import type { ModelFile } from './model.ts'

/** What the engine does not do by itself where Cube Store is missing, and where its addon is. */
const settings = {
  NODE_ENV: 'production',
  CUBEJS_TELEMETRY: 'false',
  CUBEJS_CACHE_AND_QUEUE_DRIVER: 'memory',
  CUBEJS_TESSERACT_SQL_PLANNER: 'false',
  CUBEJS_TRANSPILATION_NATIVE: 'false',
}
const memoryBytes = 1024 * 1_048_576
const betweenLooksMs = 5
const patienceMs = 120_000

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of the deployment's owner, which an engine by itself and the gateway take alike. */
export const ownToken = (secret: string): string => {
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ exp: Math.floor(Date.now() / 1000) + 3600 })}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

type Answer = { status: number; text: string }

const ask = (socketPath: string, path: string, token: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, headers: { authorization: token } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    asked.on('error', reject).end()
  })

/** Asks until there is an answer. What refuses says that something else would be measured. */
const untilAnswered = async (socketPath: string, path: string, token: string, hasEnded: () => boolean): Promise<string> => {
  const untilMs = performance.now() + patienceMs
  while (performance.now() < untilMs && !hasEnded()) {
    const answer = await ask(socketPath, path, token).catch(() => null)
    if (answer && answer.status !== 200) throw new Error(`The bare engine answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    if (answer && !answer.text.includes('Continue wait')) return answer.text
    await pause(betweenLooksMs)
  }
  throw new Error(`The bare engine ${hasEnded() ? 'ended' : 'did not answer'}.`)
}

export type Bare = {
  /** Milliseconds from nothing to the answer, in the sandbox of the product; and the answer. */
  time: (files: readonly ModelFile[], path: string) => Promise<{ ms: number; text: string }>
  /** The arguments of a program that serves it outside, on a port. */
  program: string
  environment: (listen: string, modelFolder: string) => Record<string, string>
  writeModel: (files: readonly ModelFile[]) => string
  close: () => Promise<void>
}

const engineOf = () => {
  const version = engineVersions[0]?.version ?? ''
  const engine = findInstalledEngine(process.env['FACET_ENGINES_FOLDER'] ?? '', version)
  if (!engine) throw new Error(`The engine ${version} is not installed. Run tools/setup, and . tools/env.`)
  return engine
}

/** Upstream's engine by itself. It is given as JavaScript, in one file: a developer's is. */
export const openBare = async (secret: string, warehouse: readonly { name: string; value: string }[]): Promise<Bare> => {
  // It compiles itself at every start, as it does for everybody.
  const engine = { ...engineOf(), isCompiled: false }
  const folder = mkdtempSync(join(tmpdir(), 'fb-'))
  const programs = { folder: join(folder, 'program'), compile: 'bare.mjs', serve: 'bare.mjs', testConnection: 'bare.mjs' }
  await build({
    entryPoints: [join(import.meta.dirname, 'bare-program.ts')],
    outfile: join(programs.folder, programs.serve),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
  })
  const sandbox = await openSandbox({ mode: 'required', runFolder: join(folder, 'run'), cgroup: null })
  const variables: Record<string, string> = {
    ...Object.fromEntries(warehouse.map(({ name, value }) => [name, value])),
    ...settings,
    CUBEJS_API_SECRET: secret,
  }
  const token = ownToken(secret)
  const writeModel = (files: readonly ModelFile[]): string => {
    const model = join(folder, randomBytes(6).toString('hex'))
    for (const { path, content } of files) {
      mkdirSync(join(model, dirname(path)), { recursive: true })
      writeFileSync(join(model, path), content)
    }
    return model
  }
  const egress = warehousesOf(variables).map((place) => ({
    ...place,
    dial: async () => connect({ host: place.host, port: place.port, allowHalfOpen: true }),
  }))
  return {
    time: async (files, path) => {
      const [project, sockets] = [writeModel(files), mkdtempSync(join(folder, 's-'))]
      const own = { BARE_LISTEN: '/run/engine/s' }
      const command = cubeCommand({ programs, engine, program: 'serve', project, variables, own, memoryBytes, cpuSeconds: null })
      const startedMs = performance.now()
      const started = await sandbox.start({
        ...command,
        mounts: [...command.mounts, { from: sockets, to: '/run/engine', writable: true }],
        egress,
      })
      started.stdout.resume()
      started.stderr.resume()
      let isOver = false
      void started.exited.then(() => (isOver = true))
      try {
        const text = await untilAnswered(join(sockets, 's'), path, token, () => isOver)
        return { ms: performance.now() - startedMs, text }
      } finally {
        await started.end()
        rmSync(project, { recursive: true, force: true })
      }
    },
    program: join(programs.folder, programs.serve),
    environment: (listen, modelFolder) => ({
      ...variables,
      BARE_LISTEN: listen,
      FACET_ENGINE_FOLDER: engine.folder,
      FACET_MODEL_FOLDER: modelFolder,
      NODE_PATH: join(engine.folder, 'node_modules'),
      PATH: process.env['PATH'] ?? '',
      TZ: 'UTC',
    }),
    writeModel,
    close: async () => {
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
