import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const packageFolder = fileURLToPath(new URL('../', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

const consumer = `
import { type ClientOptions, createClient, FacetFailure, type Deployment, type OperationInput } from '@facet/client'

const answers: Record<string, unknown> = {
  '/api/v1/deployments/1': { id: 1, name: 'Storefront', deploymentUrl: 'https://acme.example.com/d', creationStep: 'ready' },
  '/api/v1/regions': { items: [{ id: 1, name: 'local' }], data: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
}
const fetch: NonNullable<ClientOptions['fetch']> = async (url) => {
  const answer = answers[new URL(url).pathname]
  const failure = { code: 'deployment_not_found', message: 'No.', error: 'No.', requestId: 'r' }
  return new Response(JSON.stringify(answer ?? failure), { status: answer ? 200 : 404, headers: { 'content-type': 'application/json' } })
}

const api = createClient({ baseUrl: 'https://acme.example.com', key: 'sk-1', fetch })
const deployment: Deployment = await api.getDeployment({ params: { deploymentId: 1 } })
const regions: string[] = []
for await (const region of api.items('listRegions')) regions.push(region.name)
await api.listRegions()
const missing: OperationInput<'getDeployment'> = { params: { deploymentId: 2 } }
const failure: unknown = await api.getDeployment(missing).catch((error: unknown) => error)
console.log(JSON.stringify([deployment.name, regions, failure instanceof FacetFailure && failure.code]))
`

const wrongConsumer = `
import { createClient } from '@facet/client'

const api = createClient({ baseUrl: '', key: undefined })
api.items('getDeployment')
api.getDeployment()
`

const strict = { target: 'es2022', strict: true, skipLibCheck: false, noEmit: true, types: [] }
const configs = {
  'node.json': { ...strict, lib: ['es2022', 'dom', 'dom.asynciterable'], module: 'nodenext' },
  'bundler.json': { ...strict, lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
}

let project: string
const run = async (command: string, parameters: readonly string[], cwd: string) =>
  (await promisify(execFile)(command, parameters, { cwd })).stdout.trim()

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'facet-client-')))
  await run('pnpm', ['pack', '--pack-destination', project], packageFolder)
  const tarball = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? ''
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await writeFile(join(project, 'main.ts'), consumer)
  await writeFile(join(project, 'wrong.ts'), wrongConsumer)
  for (const [name, compilerOptions] of Object.entries(configs)) {
    await writeFile(join(project, name), JSON.stringify({ compilerOptions, files: ['main.ts', 'wrong.ts'] }))
  }
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], project)
}, 120_000)

afterAll(() => rm(project, { recursive: true, force: true }))

describe('the packed client', () => {
  it('contains the build and the guide, and depends on no other package', async () => {
    const installed = join(project, 'node_modules/@facet/client')
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>

    expect((await readdir(installed)).filter((name) => name !== 'LICENSE').toSorted()).toEqual(['README.md', 'dist', 'package.json'])
    expect(manifest['dependencies'] ?? {}).toEqual({})
    expect(await readdir(join(project, 'node_modules/@facet'))).toEqual(['client'])
  })

  it.each(Object.keys(configs))(
    'type-checks in a strict project and reports only calls that the contract does not have (%s)',
    { timeout: 60_000 },
    async (config) => {
      const report = await run(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false', '-p', join(project, config)], root).catch(
        (failure: unknown) => (failure as { stdout: string }).stdout,
      )

      expect(report.match(/\S+\(\d+(?=,)/g)).toEqual(['wrong.ts(5', 'wrong.ts(6'].map((place) => expect.stringContaining(place) as string))
    },
  )

  it('runs in plain Node', { timeout: 60_000 }, async () => {
    expect(JSON.parse(await run(process.execPath, ['main.ts'], project))).toEqual(['Storefront', ['local'], 'deployment_not_found'])
  })

  it('bundles for a browser, below 60 kB and without Node modules', { timeout: 60_000 }, async () => {
    const bundle = join(project, 'bundle.js')
    const format = ['--bundle', '--platform=browser', '--format=esm', `--outfile=${bundle}`]

    await run(join(root, 'node_modules/.bin/esbuild'), [join(project, 'main.ts'), ...format, '--log-level=error'], root)

    expect(await readFile(bundle, 'utf8')).not.toMatch(/node:|require\(/)
    expect((await stat(bundle)).size).toBeLessThan(60_000)
  })
})
