import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { againIfHeldUp } from '../../bench/src/harness/machine.ts'
import { fullNameOf, trials } from '../../bench/src/trials.ts'
import { runInLanes, type Timed } from './lanes.ts'

const program = join(import.meta.dirname, '../../bench/src/run.ts')

const all: Timed[] = trials.map((trial) => ({ name: fullNameOf(trial), short: trial.short }))

/** One trial in its short form, as a step of `.ci/run` prints itself: a line, and the end of the output when it fails. */
const runOnce = async (name: string): Promise<boolean> => {
  const startedMs = performance.now()
  const trial = spawn(process.execPath, [program, ...name.split(' '), '--quick', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => trial.once('close', resolve))
  const [found, said, exitCode] = await Promise.all([text(trial.stdout), text(trial.stderr), ended])
  const seconds = String(Math.round((performance.now() - startedMs) / 1000)).padStart(4)
  if (exitCode === 0) process.stdout.write(`ok    ${name.padEnd(28)} ${seconds} s  ${found.trimEnd().slice(0, 300)}\n`)
  else {
    const last = `${said}${found}`.trimEnd().split('\n').slice(-80)
    process.stdout.write(`FAIL  ${name.padEnd(28)} ${seconds} s\n${last.map((line) => `      ${line}\n`).join('')}`)
  }
  return exitCode === 0
}

const runTrial = ({ name }: Timed): Promise<boolean> =>
  againIfHeldUp(
    () => runOnce(name),
    (isPassed) => isPassed,
    (line) => process.stdout.write(`      ${line}\n`),
    () => name,
  )

/** When the time is up, in seconds since 1970. What is still to run then is named, so that nobody takes it for run. */
const untilSeconds = Number(process.env['CI_UNTIL'] ?? Number.POSITIVE_INFINITY)
const hasTime = (): boolean => Date.now() / 1000 < untilSeconds
const sayLeftOut = ({ name }: Timed): void =>
  void process.stdout.write(`left  ${name.padEnd(28)}         the time is up: pnpm ${name} --quick\n`)

/** `node tools/ci/run-trials.ts <list> <counts>`: runs the trials that the list names and writes how many passed and failed. */
const main = async (list: string | undefined, counts: string | undefined): Promise<boolean> => {
  if (list === undefined || counts === undefined) throw new Error('Name the list of trials and the file for the counts.')
  const wanted = readFileSync(list, 'utf8')
    .split('\n')
    .filter((name) => name !== '')
  const unknown = wanted.filter((name) => all.every((trial) => trial.name !== name))
  if (unknown.length > 0) throw new Error(`There is no trial called ${unknown.join(', ')}.`)
  const results: boolean[] = []
  await runInLanes(
    all.filter(({ name }) => wanted.includes(name)),
    availableParallelism(),
    async (trial) => {
      if (hasTime()) results.push(await runTrial(trial))
      else sayLeftOut(trial)
    },
  )
  const passed = results.filter(Boolean).length
  writeFileSync(counts, `${passed} ${results.length - passed}\n`)
  return passed === results.length
}

process.exitCode = (await main(process.argv[2], process.argv[3])) ? 0 : 1
