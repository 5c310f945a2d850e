import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { compileChart } from '@facet/chart-spec/compile'
import { galleryFiles } from '../gallery-files.ts'
import type { GoldenChart } from './charts.ts'
import { goldenFolder } from './recorded.ts'
import type { Pictures, Studio } from './studio.ts'

const checkout = join(import.meta.dirname, '../../../..')

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

const mergeBase = (): string | null => {
  try {
    return git('merge-base', 'HEAD', 'main')
  } catch {
    return null
  }
}

/** What was landed before what is here: where a branch began, or else the commit before. `given` is what a change is held against. */
export const previousCommit = (given: string | undefined): string => {
  try {
    if (given) return git('rev-parse', '--verify', `${given}^{commit}`)
    const [head, base] = [git('rev-parse', 'HEAD'), mergeBase()]
    return base === null || base === head ? git('rev-parse', 'HEAD^') : base
  } catch {
    throw new Error(
      `No pictures were recorded by a browser and a machine that draw as these do, and ${given ?? 'the commit before this one'} is not in the clone to be drawn for comparison. Fetch it (git fetch --unshallow), or run pnpm record:goldens and look at what it records.`,
    )
  }
}

/** Charts whose recorded pictures are others than at a commit, whichever browser drew them: that they look different is meant. */
export const meantSince = (commit: string): ReadonlySet<string> =>
  new Set(
    [git('diff', '--name-only', commit, '--', goldenFolder), git('ls-files', '--others', '--exclude-standard', '--', goldenFolder)]
      .flatMap((list) => list.split('\n'))
      .filter((path) => path.endsWith('.png'))
      .map((path) => basename(path, '.png')),
  )

/** The tree of a commit with what it is built with, for as long as it is used. */
const withTree = async <T>(commit: string, use: (root: string) => Promise<T>): Promise<T> => {
  const root = mkdtempSync(join(tmpdir(), 'facet-previous-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: checkout, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', root], { input: archive })
    // How widgets are shown is ours; the widgets are theirs.
    for (const name of ['gallery.tsx', 'gallery.css'])
      cpSync(join(checkout, 'apps/embed/browser', name), join(root, 'apps/embed/browser', name))
    execFileSync(
      'pnpm',
      ['install', '--frozen-lockfile', '--ignore-scripts', '--prefer-offline', '--silent', '--filter', '@facet/embed-page...'],
      { cwd: root },
    )
    return await use(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

type Compile = typeof compileChart

const compiledBy = (compile: Compile, golden: GoldenChart): GoldenChart => {
  const { shown } = golden
  if (!shown.chart) return golden
  const compiled = compile(shown.report?.spec)
  if ('problem' in compiled) throw new Error(`${golden.name}: ${compiled.problem.what}`)
  return { ...golden, shown: { ...shown, chart: { ...shown.chart, vega: compiled.vega } } }
}

/** The charts as an earlier commit draws them, here. */
export const drawnBy = (commit: string, studio: Studio, charts: readonly GoldenChart[]): Promise<Pictures> =>
  withTree(commit, async (root) => {
    const compiler = pathToFileURL(join(root, 'packages/chart-spec/src/compile/index.ts')).href
    const { compileChart: compile } = (await import(compiler)) as { compileChart: Compile }
    return studio.take(
      charts.map((chart) => compiledBy(compile, chart)),
      galleryFiles(root),
    )
  })
