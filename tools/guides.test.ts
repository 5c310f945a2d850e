import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@facet/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deploymentInput, startGitServer, startServer } from '../apps/server/test/index.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

type Step = { script: string; shown: string[] }

/** The blocks of a guide that say `run`, each with the lines the guide shows as its output. */
const stepsOf = (guide: string): Step[] => {
  const steps: Step[] = []
  for (const [, language = '', content = ''] of guide.matchAll(/^```(\w+(?: run)?)\n(.*?)^```$/gms)) {
    if (language === 'bash run') steps.push({ script: content, shown: [] })
    if (language === 'ts run') steps.push({ script: `node --input-type=module-typescript - <<'TS'\n${content}TS\n`, shown: [] })
    if (language === 'text') steps.at(-1)?.shown.push(...content.trimEnd().split('\n'))
  }
  return steps
}

/** All in one shell, as a reader would paste them. */
const outputsOf = async (steps: Step[], env: Record<string, string>): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const mark = '--- next step ---'
  const script = ['set -euo pipefail', ...steps.map((step) => `${step.script}\necho '${mark}'`)].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } })
  return stdout.replaceAll('\r', '').split(`${mark}\n`)
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** `…` stands for anything, `$NAME` for the variable. */
const expected = (lines: string[], env: Record<string, string>): RegExp => {
  const text = lines.join('\n').replaceAll(/\$([A-Z_]+)/g, (_, name: string) => env[name] ?? name)
  return new RegExp(`^${text.split('…').map(escaped).join('.*')}\n$`)
}

/** Runs a guide against a server of its own and holds what it says to what it shows; gives how many steps it has. */
const expectAsShown = async (guide: string, settings: Record<string, string> = {}, extra: Record<string, string> = {}): Promise<number> => {
  const server = await startServer(settings)
  onTestFinished(async () => {
    await server.stop()
    await server.database.drop()
  })
  // On a busy machine a first statement can run out of time and take its connection along.
  await vi.waitUntil(async () => (await fetch(`${server.address}/readyz`)).ok, { timeout: 30_000 })
  const { key } = await server.addTenant('localhost')
  const baseUrl = `http://localhost:${new URL(server.address).port}`
  const { id } = await createClient({ baseUrl, key }).createDeployment({ body: deploymentInput('Demo') })
  const env = { BASE_URL: baseUrl, ADMIN_KEY: key, DEPLOYMENT_ID: String(id), ...extra }
  const steps = stepsOf(readFileSync(join(root, 'docs/guides', guide), 'utf8'))
  const outputs = await outputsOf(steps, env)
  for (const [index, { script, shown }] of steps.entries())
    if (shown.length > 0) expect(outputs[index], script).toMatch(expected(shown, env))
  return steps.length
}

it.each([
  ['embed-in-10-minutes.md', 10],
  ['author-a-data-model.md', 7],
])('keeps every command of the guide %s working, with the output it shows', async (guide, leastSteps) => {
  expect(await expectAsShown(guide)).toBeGreaterThanOrEqual(leastSteps)
})

it('keeps every command of the guide to git remotes working, with the output it shows', async () => {
  const host = await startGitServer({ host: 'localhost', token: 'read-and-write' })
  onTestFinished(() => host.close())
  const repository = await host.addRepository('model.git')
  await repository.commit('main', { 'README.md': '# Our model\n' })
  const settings = { FACET_ALLOW_PRIVATE_HOSTS: 'localhost', FACET_REMOTE_CA_FILE: host.caFile }

  const steps = await expectAsShown('connect-a-git-remote.md', settings, {
    REMOTE_URL: host.urlOf('model.git'),
    REMOTE_TOKEN: 'read-and-write',
  })

  expect(steps).toBe(7)
  expect(await repository.git(['log', '-1', '--format=%s', 'main'])).toBe('Count refunds apart')
})
