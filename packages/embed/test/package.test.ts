import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const typescript = join(root, '../../node_modules/typescript/bin/tsc')

type Manifest = {
  dependencies?: object
  optionalDependencies?: object
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  exports: Record<string, string | Record<string, string>>
  sideEffects: string[]
}

/** A customer's project that has the package as it would be published, beside React. */
let project: string
let installed: string
let manifest: Manifest

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'facet-embed-package-'))
  installed = join(project, 'node_modules/@facet/embed')
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  mkdirSync(installed, { recursive: true })
  await run('pnpm', ['pack', '--pack-destination', project], { cwd: root })
  const [tarball] = globSync('*.tgz', { cwd: project })
  await run('tar', ['-xzf', join(project, tarball ?? ''), '-C', installed, '--strip-components=1'])
  for (const name of ['react', '@types/react']) symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const evaluate = async (code: string): Promise<string> =>
  (await run(process.execPath, ['--input-type=module', '-e', code], { cwd: project })).stdout.trim()

const bundled = async (code: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project },
    bundle: true,
    format: 'esm',
    write: false,
    external: ['react'],
  })
  return outputFiles[0]?.text.trim() ?? ''
}

const host = `
import { type Embed, type EmbedError, mount, type Options } from '@facet/embed'
import { defineElement } from '@facet/embed/element'
import { FacetDashboard, type FacetDashboardProps } from '@facet/embed/react'

const options: Options = { url: 'https://acme.example.com', publicId: 'sales', title: 'Sales', session: async (why, signal) => \`\${why} \${signal.aborted}\` }
const embed: Embed = mount('#a', options)
embed.on('error', ({ payload }: { payload: EmbedError }) => payload.requestId?.length)
embed.on('height', ({ payload }) => payload.px.toFixed())
// @ts-expect-error what it shows is not optional
const props: FacetDashboardProps = { url: '', title: '', session: options.session }
export const all = [embed.set({ locale: undefined, scheme: 'dark' }), defineElement, FacetDashboard, props]
`

describe('the package', () => {
  it('has entries that are there, and none for the page in the frame', () => {
    const targets = Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? target : Object.values(target)))

    expect(Object.keys(manifest.exports)).toEqual(['.', './react', './element', './facet-embed.js', './facet-embed.json'])
    expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([])
    expect(globSync('**/*', { cwd: installed }).filter((file) => /(^|\/)(page|src|script\.js|test|browser|bin)(\/|$)/.test(file))).toEqual(
      [],
    )
    expect(existsSync(join(installed, 'LICENSE'))).toBe(true)
  })

  it('depends on nothing, and on React only where there is one', () => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies, peerDependenciesMeta } = manifest

    expect({ ...dependencies, ...optionalDependencies }).toEqual({})
    expect(peerDependencies).toEqual({ react: '>=18' })
    expect(peerDependenciesMeta).toEqual({ react: { optional: true } })
  })

  it('can be imported in Node by its names alone', async () => {
    const code = `
      const kinds = []
      for (const name of ['', '/react', '/element']) kinds.push(Object.entries(await import('@facet/embed' + name)).map(([key, value]) => key + ' ' + typeof value).join(', '))
      for (const name of ['/page', '/dist/embed.js']) kinds.push(await import('@facet/embed' + name).then(() => 'open', ({ code }) => code))
      console.log(kinds.join('\\n'))`

    expect((await evaluate(code)).split('\n')).toEqual([
      'EmbedError function, mount function, preload function',
      'FacetDashboard function',
      'defineElement function',
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    ])
    expect(readFileSync(join(installed, 'dist/react.js'), 'utf8')).toMatch(/^'use client'/)
  })

  it.each([
    ['a bundler', 'preserve', 'bundler'],
    ['Node', 'nodenext', 'nodenext'],
  ])('has types that hold as %s resolves them', async (_, module, moduleResolution) => {
    const folder = mkdtempSync(join(project, 'types-'))
    const compilerOptions = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], strict: true, noEmit: true, types: [] }
    writeFileSync(join(folder, 'host.ts'), host)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['host.ts'] }))
    const { stdout } = await run(process.execPath, [typescript, '-p', folder]).catch((error: unknown) => error as { stdout: string })

    expect(stdout).toBe('')
  })

  it('leaves nothing behind in the bundle of a host that does not use what it imports', async () => {
    expect(await bundled(`import { mount } from '@facet/embed'\nimport { FacetDashboard } from '@facet/embed/react'`)).toBe('')
    expect(await bundled(`import '@facet/embed/facet-embed.js'`)).toContain('facet-dashboard')
    expect(manifest.sideEffects).toContain('./dist/facet-embed.js')
  })

  it('has a file for pages without a bundler, and says what a browser holds it to', () => {
    const file = readFileSync(join(installed, 'dist/facet-embed.js'))
    const said = JSON.parse(readFileSync(join(installed, 'dist/facet-embed.json'), 'utf8')) as { version: string; integrity: string }
    const readme = readFileSync(join(installed, 'README.md'), 'utf8')
    const tag = /<script src="\S*facet-embed-(?<version>[\d.]+)\.js" integrity="sha384-…" crossorigin="anonymous"><\/script>/.exec(readme)

    expect(said.integrity).toBe(`sha384-${createHash('sha384').update(file).digest('base64')}`)
    expect(tag?.groups?.['version']).toBe(said.version)
    expect(readme).toContain('dist/facet-embed.json')
  })
})
