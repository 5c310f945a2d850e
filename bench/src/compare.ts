import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { comparePairs } from './harness/pairs.ts'

const usage = `pnpm compare <commit> <auth|mint|exchange|commit> [--pairs 9] [--seconds 4]
The service of that commit against this tree's, both running at once and measured in turns; the commit against itself beside it.`

const root = join(import.meta.dirname, '../..')
const side = 'bench/src/compare/side.ts'
const gate = 0.92

const run = (command: string, args: string[], cwd: string): void => {
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

/** The tree of a commit, installed from the packages already here. It is measured by the side it has itself, which knows where things lie there. */
const checkOut = (folder: string, commit: string): void => {
  run('git', ['worktree', 'add', '--detach', folder, commit], root)
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], folder)
  if (!existsSync(join(folder, side))) throw new Error(`${commit} is too old to be compared: it has no ${side}.`)
}

type Side = { measure: () => Promise<number>; end: () => Promise<void> }

const startSide = async (folder: string, name: string, seconds: number, rounds: number): Promise<Side> => {
  const child = spawn('node', [side, name, String(seconds * rounds)], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`The side in ${folder} ended without an answer.`)
    return value
  }
  await next()
  return {
    measure: async () => {
      child.stdin.write(`${seconds}\n`)
      return Number(await next())
    },
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}

const main = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { pairs: { type: 'string', default: '9' }, seconds: { type: 'string', default: '4' } },
  })
  const [commit, name] = positionals
  if (commit === undefined || name === undefined) throw new Error(usage)
  const [pairs, seconds] = [Number(values.pairs), Number(values.seconds)]
  const folder = join(mkdtempSync(join(tmpdir(), 'facet-compare-')), 'base')
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const sides: Side[] = []
  const start = async (tree: string): Promise<Side> => {
    // A disturbed pair is measured again, at most as often as there are pairs; the first window warms up.
    const started = await startSide(tree, name, seconds, 4 * pairs + 2)
    sides.push(started)
    return started
  }
  try {
    checkOut(folder, commit)
    const [base, twin, head] = [await start(folder), await start(folder), await start(root)]
    for (const { measure } of sides) await measure()
    say(`${name}: this tree against ${commit}`)
    const compared = await comparePairs(pairs, { baseline: base.measure, subject: head.measure }, say)
    say(`${name}: ${commit} against itself`)
    const itself = await comparePairs(pairs, { baseline: base.measure, subject: twin.measure }, say)
    const isPassed = compared.ratio >= gate
    process.stdout.write(`${JSON.stringify({ name, passed: isPassed, ...compared, gate, itself })}\n`)
    return isPassed
  } finally {
    for (const { end } of sides) await end()
    run('git', ['worktree', 'remove', '--force', folder], root)
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
}

process.exitCode = (await main()) ? 0 : 1
