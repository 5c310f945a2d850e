import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startGitServer } from '@facet/testkit/git'
import { expect, it, onTestFinished } from 'vitest'
import { programPath } from '../apps/server/src/adapters/git/index.ts'
import { copyFiles } from './new/copied-repository.ts'
import { blocksIn } from './page-blocks.ts'
import { withoutSettings } from './stack/settings.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** A page installs, builds and starts everything anew, beside other tests. */
const pageMs = 600_000

type Step = { script: string; shown: string[] }

/** The blocks of a guide that say `run`, each with the lines the guide shows as its output. */
const stepsOf = (guide: string): Step[] => {
  const steps: Step[] = []
  for (const { language, isRun, text } of blocksIn(guide)) {
    if (isRun && language === 'bash') steps.push({ script: text, shown: [] })
    if (isRun && language === 'ts') steps.push({ script: `node --input-type=module-typescript - <<'TS'\n${text}TS\n`, shown: [] })
    if (language === 'text') steps.at(-1)?.shown.push(...text.trimEnd().split('\n'))
  }
  return steps
}

type Fixture = { folder: string; env: Record<string, string> }

/** A checkout in which nothing was started yet. */
const freshCheckout = async (settings: Record<string, string>): Promise<Fixture> => {
  const folder = copyFiles()
  const env = { ...withoutSettings(process.env), FACET_STACK_FOLDER: join(folder, '.stack'), ...settings }
  onTestFinished(async () => {
    await run('pnpm', ['stack', 'down', '--purge'], { cwd: folder, env })
    rmSync(folder, { recursive: true, force: true })
  })
  // Packages of its own: pnpm may install by itself before it runs anything, and would do so through a link.
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, env })
  return { folder, env }
}

/** All in one shell, as a reader would paste them; what they set is told at the end. */
const outputsOf = async (steps: Step[], { folder, env }: Fixture): Promise<{ outputs: string[]; set: Record<string, string> }> => {
  const mark = '--- next step ---'
  const script = ['set -euo pipefail', ...steps.map((step) => `${step.script}\necho '${mark}'`), 'env -0'].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env }).catch((error: { stdout: string; stderr: string }) => {
    // What was said last is the reason; the whole script would stand before it.
    throw new Error(`A step failed:\n${`${error.stdout}${error.stderr}`.trimEnd().split('\n').slice(-10).join('\n')}`, { cause: error })
  })
  const outputs = stdout.replaceAll('\r', '').split(`${mark}\n`)
  const set = (outputs.pop() ?? '').split('\0').map((line) => /^(\w+)=(.*)$/s.exec(line)?.slice(1) ?? [])
  return { outputs, set: Object.fromEntries(set.filter(([name]) => name !== undefined)) as Record<string, string> }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** `…` stands for anything, `$NAME` for the variable. What curl answers ends without a new line. */
const expected = (lines: string[], set: Record<string, string>): RegExp => {
  const text = lines.join('\n').replaceAll(/\$([A-Z_]+)/g, (_, name: string) => set[name] ?? name)
  return new RegExp(`^${text.split('…').map(escaped).join('.*')}\n?$`)
}

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Runs a page and holds what it says to what it shows; gives how many steps it has. */
const expectAsShown = async (page: string, ground: Fixture): Promise<number> => {
  const steps = stepsOf(textOf(page))
  const { outputs, set } = await outputsOf(steps, ground)
  for (const [index, { script, shown }] of steps.entries())
    if (shown.length > 0) expect(outputs[index], script).toMatch(expected(shown, set))
  return steps.length
}

it.each([
  ['README.md', 4],
  ['docs/guides/embed-in-10-minutes.md', 11],
  ['docs/guides/author-a-data-model.md', 8],
  ['docs/guides/first-query.md', 9],
  ['docs/guides/content-as-code.md', 5],
  ['docs/guides/content.md', 20],
])(
  'keeps every command of %s working from nothing, with the output it shows',
  async (page, leastSteps) => {
    expect(await expectAsShown(page, await freshCheckout({}))).toBeGreaterThanOrEqual(leastSteps)
  },
  pageMs,
)

it(
  'keeps every command of the guide to git remotes working from nothing, with the output it shows',
  async () => {
    const host = await startGitServer({ host: 'localhost', token: 'read-and-write' })
    onTestFinished(() => host.close())
    const repository = await host.addRepository('model.git')
    await repository.commit('main', { 'README.md': '# Our model\n' })

    const page = 'docs/guides/connect-a-git-remote.md'
    const ground = await freshCheckout({
      FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
      FACET_REMOTE_CA_FILE: host.caFile,
      REMOTE_URL: host.urlOf('model.git'),
      REMOTE_TOKEN: 'read-and-write',
    })
    // Names of deployments are unique, and the page is run as it is below.
    const connecting = stepsOf(textOf(page).replace('"Storefront"', '"Elsewhere"')).slice(0, 3)
    const elsewhere = { ...ground, env: { ...ground.env, REMOTE_URL: 'https://10.0.0.1/model.git' } }
    expect((await outputsOf(connecting, elsewhere)).outputs[2]).toMatch(/^The host "10\.0\.0\.1" is not on the public internet\./)

    expect(await expectAsShown(page, ground)).toBe(8)
    expect(await repository.git(['log', '-1', '--format=%s', 'main'])).toBe('Count refunds apart')
  },
  pageMs,
)

it(
  'keeps every command of the guide to dbt working from nothing, with the output it shows',
  async () => {
    const host = await startGitServer({ host: 'localhost', token: 'read-only' })
    onTestFinished(() => host.close())
    const repository = await host.addRepository('dbt.git')
    const project = join(root, 'packages/dbt-convert/test/projects/shop')
    await repository.git(['--work-tree', project, 'add', '--all', 'dbt_project.yml', 'models', 'seeds'])
    const tree = await repository.git(['write-tree'])
    const author = 'Ada <ada@example.com> 1700000000 +0000'
    const pushed = await repository.writeObject('commit', `tree ${tree}\nauthor ${author}\ncommitter ${author}\n\nThe shop\n`)
    await repository.git(['update-ref', 'refs/heads/main', pushed])
    const ground = await freshCheckout({
      FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
      FACET_REMOTE_CA_FILE: host.caFile,
      DBT_URL: host.urlOf('dbt.git'),
      DBT_TOKEN: 'read-only',
      PUSHED_SHA: pushed,
    })
    // What `dbt parse` leaves.
    cpSync(join(project, 'manifest.json'), join(ground.folder, 'target/manifest.json'))

    expect(await expectAsShown('docs/guides/dbt.md', ground)).toBe(8)
  },
  pageMs,
)

it.each([
  'README.md',
  'docs/guides/embed-in-10-minutes.md',
  'docs/guides/author-a-data-model.md',
  'docs/guides/connect-a-git-remote.md',
  'docs/guides/dbt.md',
  'docs/guides/first-query.md',
  'docs/guides/content-as-code.md',
  'docs/guides/content.md',
])('says in %s how to begin anew', (page) => {
  expect(textOf(page)).toContain('`pnpm stack down --purge`')
})

it('names where git is looked for', () => {
  expect(textOf('docs/operate/install.md')).toContain(`\`${programPath.replaceAll(':', '`, `').replace(/, (?=[^,]*$)/, ' and ')}\``)
})
