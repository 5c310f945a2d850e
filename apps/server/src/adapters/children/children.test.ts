import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ChildCall, checkLimiter, openChildGroups, runChild } from './index.ts'

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-children-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const mebibyte = 1_048_576
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
const base = {
  env,
  limits: { memoryBytes: 256 * mebibyte, cpuSeconds: 20, maxOpenFiles: 64, maxFileBytes: mebibyte },
  timeoutMs: 60_000,
  maxOutputBytes: 100_000,
}

/** A program that wants more and more of something: node stands for it where the shell cannot. */
const node = (script: string, more: Partial<ChildCall> = {}): ChildCall => ({
  ...base,
  command: process.execPath,
  args: ['--max-old-space-size=4000', '-e', script],
  ...more,
})
const shell = (script: string, more: Partial<ChildCall> = {}): ChildCall => ({ ...base, command: '/bin/sh', args: ['-c', script], ...more })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a child', () => {
  it('that stays within its limits answers', async () => {
    expect(await runChild(shell('cat; echo done >&2', { input: 'sent' }))).toMatchObject({
      code: 0,
      stdout: Buffer.from('sent'),
      stderr: 'done\n',
    })
  })

  it('gets no more memory than it may have', async () => {
    const script = 'const all = []; for (let n = 0; n < 40; n++) all.push(Buffer.alloc(50e6, 1)); console.log("had 2 GB")'
    const limits = { ...base.limits, memoryBytes: 1200 * mebibyte }

    const answer = await runChild(node(script, { limits })).catch((error: unknown) => error)

    expect(JSON.stringify(answer)).not.toContain('had 2 GB')
    expect(await runChild(node(script.replace('40', '2'), { limits }))).toMatchObject({ code: 0 })
  })

  it.each([
    ['processor time', shell('while :; do :; done', { limits: { ...base.limits, cpuSeconds: 1 } }), '1 s of CPU time'],
    ['file size', shell('exec head -c 3000000 /dev/zero >"$0"'), '1 MB for a file'],
    ['time', shell('sleep 60', { timeoutMs: 200 }), '0.2 s'],
    ['output', shell('yes', { maxOutputBytes: 50_000 }), '50000 bytes of output'],
    ['output', shell('yes', { maxEntries: { separator: 0x0a, max: 1000, of: 'lines' } }), '1000 lines'],
    ['output', shell('yes >&2', { maxOutputBytes: 50_000 }), '50000 bytes of output'],
  ] as const)('over its limit of %s is ended, and said to be', async (limit, call, allowed) => {
    const file = join(folderForTest(), 'file')

    await expect(runChild({ ...call, args: [...call.args, file] })).rejects.toMatchObject({ name: 'ChildLimitExceeded', limit, allowed })
  })

  it('leaves no image of its memory behind, and cannot allow itself to', async () => {
    expect((await runChild(shell('ulimit -S -c; ulimit -H -c'))).stdout.toString()).toBe('0\n0\n')
  })

  it('opens no more files than it may', async () => {
    const script = 'const { openSync } = require("node:fs"); for (let n = 0; n < 100; n++) openSync("/dev/null")'
    const limits = { ...base.limits, memoryBytes: 1200 * mebibyte }

    expect(await runChild(node(script, { limits }))).toMatchObject({ code: 1, stderr: expect.stringContaining('EMFILE') })
  })

  it('ends with all that it started, at a limit and when nobody waits any more', async () => {
    const folder = folderForTest()
    const leaving = new AbortController()
    const started = shell(`sleep 300 & echo $! >${folder}/$0; echo up; wait`)
    const atLimit = runChild({ ...started, args: [...started.args, 'limit'], timeoutMs: 1500 })
    const aborted = runChild({ ...started, args: [...started.args, 'abort'], timeoutMs: 60_000, signal: leaving.signal })
    const ended = Promise.allSettled([atLimit, aborted])
    await expect(atLimit).rejects.toMatchObject({ limit: 'time' })
    leaving.abort(new Error('left'))

    await expect(aborted).rejects.toThrow('left')
    await ended
    const pids = readdirSync(folder).map((name) => Number(readFileSync(join(folder, name), 'utf8')))
    expect(pids).toHaveLength(2)
    // Killed they are; somebody has still to hear of it.
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 30_000 })
  })

  it('is not started for someone who has left', async () => {
    await expect(runChild(shell('true', { signal: AbortSignal.abort(new Error('left')) }))).rejects.toThrow('left')
  })
})

it('finds the limits program or returns the reason', async () => {
  expect(await checkLimiter('production', env.PATH)).toContain('memory')
  await expect(checkLimiter('production', '/nonexistent')).rejects.toThrow('Install util-linux')
})

describe('a group of children', () => {
  // A folder of the same shape stands in for the kernel's: this shows what is written where, not that the kernel holds to it.
  const delegated = (controllers: string): string => {
    const folder = folderForTest()
    writeFileSync(join(folder, 'cgroup.subtree_control'), controllers)
    return folder
  }

  it('has its memory bounded, and the child in it before it does anything', async () => {
    const folder = delegated('cpu memory pids')
    const groups = await openChildGroups(folder)
    const group = await groups.enter(100 * mebibyte)
    const name = readdirSync(folder).find((entry) => entry.startsWith('child-')) ?? ''

    expect(group.processesFile).toBe(join(folder, name, 'cgroup.procs'))
    expect(readFileSync(join(folder, name, 'memory.max'), 'utf8')).toBe(String(100 * mebibyte))
    const seen = { processesFile: join(folder, 'procs'), leave: async () => undefined }
    const answer = await runChild(shell(`cat ${seen.processesFile}`, { groups: { enter: async () => seen } }))
    expect(answer.stdout.toString()).toBe('0\n')
  })

  it('is refused where the memory controller is not handed on', async () => {
    await expect(openChildGroups(delegated('cpu'))).rejects.toThrow('cgroup.subtree_control')
    await expect(openChildGroups('/nonexistent')).rejects.toThrow(
      'FACET_CHILD_CGROUP: the folder /nonexistent cannot be used: it does not exist.',
    )
  })
})
