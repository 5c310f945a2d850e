import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { processTree } from './process-tree.ts'

type Started = { folder: string; pids: Record<string, number> }

const supervise = join(import.meta.dirname, 'supervise.ts')
const program = join(import.meta.dirname, 'supervised-program.ts')

/** Supervises a program that starts processes as trials do, and waits until they run. */
const givenTrial = async (...args: string[]) => {
  const script = `import { superviseTrial } from ${JSON.stringify(supervise)}
    process.exitCode = await superviseTrial(${JSON.stringify([program, ...args])})`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exitCode = once(runner, 'close').then(([code]) => code as number | null)
  const [line] = (await once(createInterface(runner.stdout), 'line')) as [string]
  const started = JSON.parse(line) as Started
  onTestFinished(() => {
    for (const pid of Object.values(started.pids)) for (const { pid: left } of processTree(pid)) process.kill(left, 'SIGKILL')
  })
  return { ...started, runner, exitCode }
}

const runningOf = ({ pids }: Started): string[] => Object.keys(pids).filter((name) => processTree(pids[name] ?? 0).length > 0)

describe('a supervised trial', () => {
  it('leaves no PostgreSQL, no child and no detached process when it receives SIGTERM', async () => {
    const trial = await givenTrial('postgres')
    expect(runningOf(trial)).toEqual(['child', 'detached', 'ignoresSigterm', 'postgres'])

    trial.runner.kill('SIGTERM')

    expect(await trial.exitCode).toBe(128 + constants.signals.SIGTERM)
    expect(runningOf(trial)).toEqual([])
    expect(existsSync(trial.folder)).toBe(false)
  })

  it.each(['SIGINT', 'SIGHUP'] as const)('leaves no process when it receives %s', async (signal) => {
    const trial = await givenTrial()

    trial.runner.kill(signal)

    expect(await trial.exitCode).toBe(128 + constants.signals[signal])
    expect(runningOf(trial)).toEqual([])
  })

  it('leaves no detached process when it ends by itself, and keeps its exit code', async () => {
    const trial = await givenTrial('end')

    expect(await trial.exitCode).toBe(3)
    expect(runningOf(trial)).toEqual([])
  })
})
