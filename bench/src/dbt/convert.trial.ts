import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { convert } from '@facet/dbt-convert'
import type { ConvertProgram } from '../../../apps/server/src/adapters/dbt/index.ts'
import { openSandbox, type Sandbox } from '../../../apps/server/src/adapters/sandbox/index.ts'
import { convertProject, readConversion, RunFailure } from '../../../apps/server/src/domains/dbt/engine/run/index.ts'
import { bundlePrograms } from '../../../tools/packed/bundle-programs.ts'
import { findingOf } from '../harness/gate.ts'
import { comparePairs } from '../harness/pairs.ts'
import { processTree } from '../harness/process-tree.ts'
import type { Trial } from '../trial.ts'
import { heavyManifest, largeManifest } from './manifests/large-manifest.ts'

const gate = 3
const stretch = 2
const maxResidentMb = 1024
const mebibyte = 1_048_576
const run = promisify(execFile)
const options = { warehouse: 'postgres' } as const

/** The most that all processes below this one have at once. */
const watchMemory = () => {
  let peakBytes = 0
  const timer = setInterval(() => {
    const below = processTree(process.pid).slice(1)
    peakBytes = Math.max(
      peakBytes,
      below.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    )
  }, 20)
  return () => {
    clearInterval(timer)
    return Math.round(peakBytes / mebibyte)
  }
}

const ownFolder = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'run-'))
  for (const name of ['artifacts', 'output']) mkdirSync(join(folder, name))
  return folder
}

/** The sandbox, and the converter as it is installed: in one file. */
type Ground = { sandbox: Sandbox; program: ConvertProgram }

const packConverter = async (parent: string): Promise<ConvertProgram> => {
  await bundlePrograms(parent, 'dbt-convert', ['convert'])
  return { folder: join(parent, 'dbt-convert'), program: 'convert.js' }
}

const convertIn = (ground: Ground, artifactsFolder: string, folder: string) =>
  convertProject(
    { ...ground, artifactsFolder, hasCatalog: false, options, outputFolder: join(folder, 'output') },
    { signal: new AbortController().signal, timeoutMs: 300_000, onProgress: () => undefined },
  )

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** What happens to manifests that nobody should convert. */
const refusals = async (ground: Ground, parent: string): Promise<Record<string, string>> => {
  const codeOf = async (fill: (file: string) => void): Promise<string> => {
    const folder = ownFolder(parent)
    fill(join(folder, 'artifacts/manifest.json'))
    const outcome = await convertIn(ground, join(folder, 'artifacts'), folder).catch((error: unknown) => error)
    rmSync(folder, { recursive: true })
    return outcome instanceof RunFailure ? outcome.code : String(outcome)
  }
  return {
    large: await codeOf((file) => {
      writeFileSync(file, '{')
      truncateSync(file, 500 * mebibyte)
    }),
    heavy: await codeOf((file) => writeFileSync(file, heavyManifest())),
  }
}

const parseAndWrite = `const { readFileSync, writeFileSync } = require('node:fs')
  const bytes = readFileSync(process.argv[1]); JSON.parse(bytes.toString('utf8')); writeFileSync(process.argv[2], bytes)`

const measure = async (ground: Ground, parent: string, quick: boolean, say: (line: string) => void) => {
  const [models, pairs] = quick ? [1000, 2] : [5000, 9]
  const source = ownFolder(parent)
  const manifestFile = join(source, 'artifacts/manifest.json')
  writeFileSync(manifestFile, largeManifest(models))
  const subject = async (): Promise<number> => {
    const folder = ownFolder(parent)
    const tookMs = await timed(() => convertIn(ground, join(source, 'artifacts'), folder))
    rmSync(folder, { recursive: true })
    return tookMs
  }
  const baseline = () => timed(() => run(process.execPath, ['-e', parseAndWrite, manifestFile, join(source, 'copy')]))
  await baseline()
  const endWatch = watchMemory()
  const converted = await convertIn(ground, join(source, 'artifacts'), source)
  const residentMb = endWatch()
  const { files } = await readConversion(converted)
  const manifest = readFileSync(manifestFile)
  const isSame = JSON.stringify(files) === JSON.stringify(convert({ manifest, options }).files)
  say(`ms for ${models} models (${Math.round(manifest.length / mebibyte)} MB), parsed and written → converted; ${residentMb} MB resident`)
  const compared = await comparePairs(pairs, { baseline, subject }, say)
  return { compared, models, residentMb, isWhole: isSame && files.length === models }
}

export const trial: Trial = {
  family: 'bench',
  name: 'convert',
  runsOn: 'nightly',
  summary: 'conversion of a dbt manifest with 5,000 models, against parsing and writing the same bytes',
  claim: 'Conversion time is proportional to the manifest size and memory is bounded.',
  gate: 'Ratio at most 3 (stretch 2), at most 1 GB resident, expected output. Manifests beyond the limits are refused by name.',
  onFailure: 'The converter visits every node once per model, or holds the manifest more than once (`packages/dbt-convert`).',
  needs: ['namespaces'],
  short: { seconds: 20, pace: 'alone' },
  run: async ({ quick, say }) => {
    const parent = mkdtempSync(join(tmpdir(), 'facet-convert-'))
    const runFolder = mkdtempSync(join(tmpdir(), 'fs-'))
    const sandbox = await openSandbox({ mode: 'required', runFolder, cgroup: null })
    try {
      const ground = { sandbox, program: await packConverter(parent) }
      const { compared, models, residentMb, isWhole } = await measure(ground, parent, quick, say)
      const refused = await refusals(ground, parent)
      say(`refused: ${JSON.stringify(refused)}`)
      return findingOf(quick, {
        isHeld:
          isWhole && residentMb <= maxResidentMb && refused['large'] === 'manifest_too_large' && refused['heavy'] === 'limit_exceeded',
        isReached: compared.ratio <= gate,
        figures: { ...compared, better: 'lower', gate, stretch, unit: 'ms', models, residentMb, isWhole, refused },
      })
    } finally {
      await sandbox.close()
      rmSync(parent, { recursive: true, force: true })
      rmSync(runFolder, { recursive: true, force: true })
    }
  },
}
