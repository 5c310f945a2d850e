import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convert, type ConversionReport, planOutput } from '@facet/dbt-convert'
import { describe, expect, it, onTestFinished } from 'vitest'
import { packageFile } from '#kernel/package'
import type { Sandbox } from '#adapters/sandbox'
import { sandboxOfFile } from '#test'
import { convertProject, readConversion, type RunControl, RunFailure } from './index.ts'

const sandbox = sandboxOfFile()
const shop = packageFile('../../packages/dbt-convert/test/projects/shop')
const options = { warehouse: 'postgres' } as const

type Given = {
  fill: (artifacts: string) => void
  hasCatalog?: boolean
  memoryBytes?: number
  control?: Partial<RunControl>
  /** What runs in place of the converter. */
  script?: string
}

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-convert-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['artifacts', 'output']) mkdirSync(join(folder, name))
  return folder
}

const runInstead = (script: string): Pick<Sandbox, 'run'> => ({
  run: (call) => sandbox().run({ ...call, command: '/bin/sh', args: ['-c', script] }),
})

const converting = ({ fill, hasCatalog = false, control, script, ...more }: Given) => {
  const folder = folderForTest()
  const artifactsFolder = join(folder, 'artifacts')
  fill(artifactsFolder)
  return convertProject(
    {
      sandbox: script === undefined ? sandbox() : runInstead(script),
      artifactsFolder,
      hasCatalog,
      options,
      outputFolder: join(folder, 'output'),
      ...more,
    },
    { signal: new AbortController().signal, timeoutMs: 60_000, onProgress: () => undefined, ...control },
  )
}

const failureOf = async (given: Given): Promise<RunFailure> => {
  const failure: unknown = await converting(given).catch((error: unknown) => error)
  if (!(failure instanceof RunFailure)) throw new Error('It did not fail as a run does.', { cause: failure })
  return failure
}

const withManifest =
  (text: string): Given['fill'] =>
  (artifacts) =>
    writeFileSync(join(artifacts, 'manifest.json'), text)

const manifestOf = (...names: string[]): string => {
  const nodes = names.map((name) => ({ unique_id: `model.made.${name}`, resource_type: 'model', name, package_name: 'made', schema: 'a' }))
  return JSON.stringify({
    metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json' },
    nodes: Object.fromEntries(nodes.map((node) => [node.unique_id, node])),
  })
}

const withShop: Given['fill'] = (artifacts) => {
  for (const name of ['manifest.json', 'catalog.json']) cpSync(join(shop, name), join(artifacts, name))
}

describe('a manifest', () => {
  it('is converted in a process of its own to the bytes that the converter makes here, and counted', async () => {
    const here = convert({
      manifest: readFileSync(join(shop, 'manifest.json')),
      catalog: readFileSync(join(shop, 'catalog.json')),
      options,
    })

    const converted = await converting({ fill: withShop, hasCatalog: true })

    const stored = await readConversion(converted)
    expect(stored.files).toEqual(here.files)
    expect(JSON.parse(readFileSync(converted.reportFile, 'utf8'))).toEqual(here.report)
    expect([converted.counts, converted.stats]).toEqual([here.report.counts, here.stats])
    expect(planOutput(stored, []).writes).toHaveLength(here.files.length)
  })

  it('is converted without a catalog that cannot be read, and the report says so', async () => {
    const { reportFile, counts } = await converting({
      fill: (artifacts) => {
        withShop(artifacts)
        writeFileSync(join(artifacts, 'catalog.json'), '[')
      },
      hasCatalog: true,
    })

    const { notices } = JSON.parse(readFileSync(reportFile, 'utf8')) as ConversionReport
    expect(counts.cubes).toBeGreaterThan(0)
    expect(notices.join(' ')).toContain('The catalog was not used')
  })

  it('is converted without a catalog that takes more memory than there is, and the report says so', async () => {
    const { reportFile, counts, conversionFile } = await converting({
      fill: (artifacts) => {
        withShop(artifacts)
        writeFileSync(join(artifacts, 'catalog.json'), `{"nodes":{},"docs":[${'[],'.repeat(3_000_000)}[]]}`)
      },
      hasCatalog: true,
      memoryBytes: 128 * 1_048_576,
    })

    const { notices } = JSON.parse(readFileSync(reportFile, 'utf8')) as ConversionReport
    expect(counts.cubes).toBeGreaterThan(0)
    expect(notices).toContainEqual(
      expect.stringContaining('The catalog was not used: with it the conversion takes more memory than there is.'),
    )
    const without = convert({ manifest: readFileSync(join(shop, 'manifest.json')), catalog: null, options })
    expect((await readConversion({ conversionFile })).files).toEqual(without.files)
  })

  it('that takes longer than it may is ended, with the phase and the object', async () => {
    const failure = await failureOf({ fill: withShop, control: { timeoutMs: 20 } })

    expect(failure).toMatchObject({ code: 'phase_timed_out', phase: 'convert', isTransient: false })
    expect(failure.message).toMatch(/Converting the manifest .* 0\.02 s .* manifest\.json/)
  })

  it('is not converted for somebody who has gone', async () => {
    const gone = new AbortController()
    const conversion = converting({ fill: withShop, control: { signal: gone.signal } })
    gone.abort(new Error('nobody waits'))

    await expect(conversion).rejects.toThrow('nobody waits')
  })
})

describe('a hostile manifest', () => {
  const outside = (): string => {
    const file = join(folderForTest(), 'outside.json')
    writeFileSync(file, readFileSync(join(shop, 'manifest.json')))
    return file
  }

  it.each<[string, Given['fill'], string]>([
    ['is not there', () => undefined, 'manifest_not_dbt'],
    ['leads out of its folder', (folder) => symlinkSync(outside(), join(folder, 'manifest.json')), 'manifest_not_dbt'],
    ['is a pipe that nobody writes to', (folder) => void execFileSync('mkfifo', [join(folder, 'manifest.json')]), 'manifest_not_dbt'],
    [
      'has 500 MB',
      (folder) => {
        withManifest('{')(folder)
        truncateSync(join(folder, 'manifest.json'), 500 * 1_048_576)
      },
      'manifest_too_large',
    ],
    ['nests deep', withManifest(`{"nodes":${'['.repeat(300_000)}`), 'manifest_too_deep'],
    ['names a path', withManifest(manifestOf('../../.git/config')), 'name_not_allowed'],
    ['names one cube twice', withManifest(manifestOf('a-b', 'a_b')), 'duplicate_cube'],
    ['is not of dbt', withManifest('{}'), 'manifest_not_dbt'],
  ])('that %s is refused with a cause', async (_, fill, code) => {
    const failure = await failureOf({ fill })

    expect([failure.code, failure.phase, failure.isTransient]).toEqual([code, 'convert', false])
    expect(failure.message.length).toBeLessThan(600)
  })

  it('that is small and takes more memory than there is ends its own process, with a cause', async () => {
    const failure = await failureOf({
      fill: withManifest(`{"metadata":{},"nodes":{},"docs":[${'[],'.repeat(3_000_000)}[]]}`),
      memoryBytes: 128 * 1_048_576,
    })

    expect(failure.code).toBe('limit_exceeded')
    expect(failure.message).toContain('128 MB of memory')
  })
})

describe('a converter that a manifest has turned', () => {
  const told = JSON.stringify({ converted: { counts: {}, stats: {} } })

  it.each([
    ['a link', 'ln -s /etc/hostname report.json'],
    ['a pipe', 'mkfifo report.json'],
    ['nothing', ':'],
  ])('leaves %s for a file, which nobody opens', async (_, left) => {
    const script = `echo {} > conversion.json; ${left}; echo '${told}'`

    await expect(converting({ fill: withShop, script })).rejects.toThrow('The converter left no file as report.json.')
  })

  it('is ended when it fills the disk', async () => {
    const script = 'n=0; while :; do n=$((n+1)); truncate -s 400000000 f$n; done'

    expect(await failureOf({ fill: withShop, script })).toMatchObject({ code: 'limit_exceeded', phase: 'convert' })
  })
})
