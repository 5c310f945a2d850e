import { describe, expect, it } from 'vitest'
import { ChildLimitExceeded } from '#adapters/children'
import { nodeScriptInside, sandboxLimits, sandboxOfFile, shellInside } from '#test'

const sandbox = sandboxOfFile()
const mebibyte = 1_048_576

describe('limits of a sandbox', () => {
  it.each([
    ['processor time', shellInside('while :; do :; done', { limits: { cpuSeconds: 1 } }), '1 s of CPU time'],
    ['file size', shellInside('exec head -c 3000000 /dev/zero >/tmp/file', { limits: { maxFileBytes: mebibyte } }), '1 MB for a file'],
    ['time', shellInside('sleep 60', { timeoutMs: 300 }), '0.3 s'],
    ['output', shellInside('yes', { maxOutputBytes: 50_000 }), '50000 bytes of output'],
    ['output', shellInside('yes >&2', { maxOutputBytes: 50_000 }), '50000 bytes of output'],
  ] as const)('end what goes over its %s', async (limit, call, allowed) => {
    const error = await sandbox()
      .run(call)
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(ChildLimitExceeded)
    expect(error).toMatchObject({ limit, allowed })
  })

  it('give no more memory than there may be, and that much', async () => {
    const script = 'dd if=/dev/zero of=/dev/null bs=128M count=1 2>&1 && echo had it'

    expect((await sandbox().run(shellInside(script, { limits: { memoryBytes: 64 * mebibyte } }))).stdout.toString()).not.toContain('had it')
    expect((await sandbox().run(shellInside(script))).stdout.toString()).toContain('had it')
  })

  it('give Node what it reserves beside, and no more', async () => {
    const fill = (count: number): string =>
      `const all = []; for (let n = 0; n < ${count}; n++) all.push(Buffer.alloc(50e6, 1)); console.log('had it')`
    const limits = { memoryBytes: 256 * mebibyte }

    expect((await sandbox().run(nodeScriptInside(fill(2), { limits }))).stdout.toString()).toContain('had it')
    const answer = await sandbox()
      .run(nodeScriptInside(fill(80), { limits }))
      .catch((error: unknown) => error)
    expect(JSON.stringify(answer)).not.toContain(Buffer.from('had it').toJSON().data.join())
    expect(answer).not.toMatchObject({ code: 0 })
  })

  it('hold all processes together to a number, and others do not count', async () => {
    const script = 'for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 20 & done; echo started all'
    const few = shellInside(script, { limits: { maxProcesses: 8 }, timeoutMs: 5000 })

    const [refused, allowed] = await Promise.all([
      sandbox()
        .run(few)
        .catch((error: unknown) => error as ChildLimitExceeded),
      sandbox().run(shellInside(script)),
    ])
    expect('stdout' in refused ? refused.stdout.toString() : '').not.toContain('started all')
    expect(allowed.stdout.toString()).toContain('started all')
  })

  it('survive a program that only makes more of itself', async () => {
    // It waits without another program, and makes the first in time: for that it might find no room later.
    const bomb = sandbox().run(shellInside('bomb() { bomb | bomb & }; ( bomb ) & while :; do :; done', { timeoutMs: 2000 }))
    await expect(bomb).rejects.toMatchObject({ limit: 'time' })
    expect((await sandbox().run(shellInside('echo well'))).stdout.toString()).toBe('well\n')
  })

  it('open no more files than there may be', async () => {
    const script = 'const { openSync } = require("node:fs"); for (let n = 0; n < 200; n++) openSync("/dev/null")'

    expect(await sandbox().run(nodeScriptInside(script))).toMatchObject({ code: 1, stderr: expect.stringContaining('EMFILE') as string })
  })

  it('bound every place in memory that can be written to', async () => {
    const script = `for place in $(grep '^tmpfs .* rw,' /proc/mounts | cut -d' ' -f2); do
      echo "$place $(df --output=size -k $place | tail -1)"; done
      for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero >/tmp/$n || echo full; done 2>/dev/null`

    const answer = (await sandbox().run(shellInside(script))).stdout.toString()
    expect(answer).toContain('full')
    expect(Object.fromEntries(answer.split('\n').flatMap((line) => (line.startsWith('/') ? [line.trim().split(/\s+/)] : [])))).toEqual({
      '/dev/shm': '16384',
      '/tmp': String(sandboxLimits.tmpBytes / 1024),
    })
  })

  it('write no image of memory', async () => {
    expect((await sandbox().run(shellInside('ulimit -c; ulimit -H -c'))).stdout.toString()).toBe('0\n0\n')
  })
})
