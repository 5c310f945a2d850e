import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Failure } from '#kernel/failure'
import { fixedSealer, openRelay, ownTemporal, workflowBundle } from '#test'
import type { RunningActivity } from './activities.ts'
import { connectLongWork, type LongWork, runWorker, taskQueue, type TemporalOptions } from './index.ts'

type Input = { what: string; text: string }
type Step = (input: Input, running: RunningActivity) => Promise<string>

const canary = 'canary-9b1deb4d'
const patience = { timeout: 30_000, interval: 50 }

let temporal: TemporalOptions
let bundle: string
let longWork: LongWork
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  ;[temporal, bundle] = await Promise.all([ownTemporal(), workflowBundle('steps')])
  longWork = await connectLongWork(temporal, fixedSealer())
  return () => longWork.close()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const echo: Step = async ({ text }) => `${text}!`

const work = (steps: { first?: Step; second?: Step } = {}, at = temporal) => {
  const problems: unknown[] = []
  const worker = runWorker({
    temporal: at,
    sealer: fixedSealer(),
    nodeId: 'here',
    activities: { first: echo, second: echo, ...steps },
    workflowBundle: async () => bundle,
    servingProblem: async () => null,
    onWarning: () => undefined,
    onProblem: (_, error) => problems.push(error),
  })
  closing.push(worker.stop)
  return { worker, problems }
}

let count = 0
const begin = async (
  input: Partial<Input> = {},
  onConflict: 'use-existing' | 'terminate-existing' | 'fail' = 'fail',
  id = `steps-${++count}`,
) => {
  const { runId } = await longWork.start({
    workflow: 'steps',
    id,
    args: [{ what: 'echo', text: 'hello', ...input }],
    fairnessKey: '7',
    onConflict,
  })
  return { id, runId }
}
const until = async (id: string, state: string): Promise<void> => {
  await expect.poll(() => longWork.describe(id), patience).toBe(state)
}

/** All that is written in a value, payloads as well, which are bytes. */
const textIn = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}=${textIn(part)}`)
    .join('\n')
}

/** What Temporal itself has of a workflow, by a client that can open nothing. */
const rawHistory = async (id: string): Promise<string> => {
  const connection = await Connection.connect({ address: temporal.address })
  try {
    const { events } = await new Client({ connection, namespace: temporal.namespace }).workflow.getHandle(id).fetchHistory()
    return textIn(events)
  } finally {
    await connection.close()
  }
}

describe('a workflow', () => {
  it('runs through, each step with what the one before answered, in the turn of its tenant', async () => {
    const seen: string[] = []
    work({
      second: async ({ text }, { workflowId, attempt, nodeQueue }) => {
        seen.push(text, workflowId, String(attempt), nodeQueue)
        return text
      },
    })
    const { id } = await begin()

    await until(id, 'completed')
    expect(seen).toEqual(['hello!', id, '1', 'facet-here'])
    expect(await rawHistory(id)).toContain('fairnessKey=7')
  })

  it('that Temporal never had is unknown, and to cancel it is no failure', async () => {
    expect(await longWork.describe('nobody')).toBe('unknown')
    expect(await longWork.cancel('nobody')).toBeUndefined()
  })

  it('is cancelled: its step hears of it', async () => {
    const heard = Promise.withResolvers<string>()
    const began = Promise.withResolvers<string>()
    work({
      first: (_, { signal, heartbeat }) =>
        new Promise((_resolve, reject) => {
          const beat = setInterval(() => heartbeat(), 50)
          began.resolve('began')
          signal.addEventListener('abort', () => {
            clearInterval(beat)
            heard.resolve('heard')
            reject(signal.reason as Error)
          })
        }),
    })
    const { id } = await begin()
    await began.promise

    await longWork.cancel(id)
    expect(await heard.promise).toBe('heard')
    await until(id, 'cancelled')
  })

  it('goes on elsewhere when its worker is killed', async () => {
    const script = join(import.meta.dirname, '../../../test/workflows/worker-process.ts')
    const doomed = spawn(process.execPath, [script, JSON.stringify(temporal), bundle], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void doomed.kill('SIGKILL'))
    const { id } = await begin()
    await once(doomed.stdout, 'data')

    doomed.kill('SIGKILL')
    await once(doomed, 'exit')
    const attempts: number[] = []
    work({
      first: async ({ text }, { attempt }) => {
        attempts.push(attempt)
        return text
      },
    })
    await until(id, 'completed')
    expect(attempts).toEqual([2])
  })

  it('is found, replaced or refused when one of its id is open', async () => {
    const { id, runId } = await begin()

    expect(await begin({}, 'use-existing', id)).toEqual({ id, runId })
    await expect(begin({}, 'fail', id)).rejects.toThrow(/already started/i)
    expect((await begin({}, 'terminate-existing', id)).runId).not.toBe(runId)
    work()
    await until(id, 'completed')
  })
})

describe('a step that fails', () => {
  const attemptsOf = async (error: () => Error): Promise<number> => {
    let attempts = 0
    work({
      first: async () => {
        attempts++
        throw error()
      },
    })
    const { id } = await begin()
    await until(id, 'failed')
    return attempts
  }

  it('is tried again, unless it was refused', async () => {
    expect(await attemptsOf(() => new Error('a hiccup'))).toBe(3)
    for (const close of closing.splice(0)) await close()
    expect(await attemptsOf(() => new Failure('forbidden', 'No.'))).toBe(1)
  })

  it('may say a lot', async () => {
    expect(await attemptsOf(() => new Error('x'.repeat(200_000)))).toBe(3)
  })
})

describe('what Temporal keeps', () => {
  it('shows neither input, nor answers, nor failures, nor progress', async () => {
    work({
      second: async (_, { heartbeat }) => {
        heartbeat(canary)
        throw new Error(`refused: ${canary}`, { cause: new Error(canary) })
      },
    })
    const { id } = await begin({ text: canary })
    await until(id, 'failed')

    const history = await rawHistory(id)
    expect(history).not.toContain(canary)
    expect(history).toContain('binary/facet-sealed')
    expect(history).toContain('Encoded failure')
  })

  it('would show them if nothing sealed them', async () => {
    const connection = await Connection.connect({ address: temporal.address })
    const client = new Client({ connection, namespace: temporal.namespace })
    await client.workflow.start('steps', { workflowId: 'open', taskQueue, args: [{ what: 'echo', text: canary }] })
    await client.workflow.getHandle('open').terminate('no longer needed')
    await connection.close()

    expect(await rawHistory('open')).toContain(canary)
  })

  it('is small: larger input and answers are refused', async () => {
    await expect(begin({ text: 'x'.repeat(33_000) })).rejects.toThrow(/over the 32768 that a workflow may carry/)

    work({ first: async () => 'x'.repeat(33_000) })
    const { id } = await begin()
    await until(id, 'failed')
  })
})

describe('Temporal away', () => {
  it('is no failure of a worker, which connects when it is back', async () => {
    const relay = await openRelay(`http://${temporal.address}`)
    onTestFinished(() => relay.close())
    await relay.shut()
    const { worker, problems } = work({}, { ...temporal, address: new URL(relay.url).host })
    await expect.poll(() => problems.length, patience).toBeGreaterThan(0)
    expect(worker.isWorking()).toBe(false)
    expect(worker.problem()).toContain('not connected to Temporal')

    await relay.reopen()
    const { id } = await begin()
    await until(id, 'completed')
    expect(worker.isWorking()).toBe(true)
    expect(worker.problem()).toBeNull()
  })

  it('refuses what needs it, with a code of its own, and is told', async () => {
    const relay = await openRelay(`http://${temporal.address}`)
    await relay.shut()
    const away = await connectLongWork({ ...temporal, address: new URL(relay.url).host }, fixedSealer())
    onTestFinished(async () => {
      await away.close()
      await relay.close()
    })
    const refusal = { code: 'long_work_unavailable', status: 503, retryAfterSeconds: 10 }

    expect(await away.isUp()).toBe(false)
    await expect(away.describe('any')).rejects.toMatchObject(refusal)
    await relay.reopen()
    await expect.poll(away.isUp, patience).toBe(true)
    expect(away.wasUp()).toBe(true)
    expect(await away.describe('nobody')).toBe('unknown')
  })

  it('for good: everything that needs it is refused', async () => {
    const off = await connectLongWork(null, fixedSealer())

    const refusal = { code: 'long_work_unavailable', message: expect.stringContaining('FACET_TEMPORAL_ADDRESS') as string }
    await expect(off.start({ workflow: 'steps', id: 'x', args: [], fairnessKey: '1', onConflict: 'fail' })).rejects.toMatchObject(refusal)
    await expect(off.describe('x')).rejects.toMatchObject(refusal)
    expect([off.isOff, await off.isUp()]).toEqual([true, false])
  })
})
