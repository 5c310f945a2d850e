import { describe, expect, it } from 'vitest'
import { createGit, GitProblem } from './run.ts'

const git = createGit()
const version = { path: '/nonexistent', args: ['version', '--build-options'] }

describe('a git command', () => {
  it('that writes more than it may has failed, whatever it says', async () => {
    await expect(git.run({ ...version, maxOutputBytes: 10 })).rejects.toMatchObject({
      code: 'resource_limit_exceeded',
      status: 422,
      message: expect.stringContaining('(git version) exceeded the limit of 10 bytes of output'),
    })
    await expect(git.run({ ...version, maxEntries: { separator: 0x0a, max: 1, of: 'lines' } })).rejects.toMatchObject({ limit: 'output' })
    expect(await git.run({ ...version, maxOutputBytes: 100_000 })).toMatchObject({ code: 0 })
  })

  it('that gets no memory says so, and is not taken for a defect', async () => {
    const starved = { ...version, args: ['-c', 'alias.starved=!echo "fatal: Out of memory, malloc failed" >&2; exit 128', 'starved'] }

    await expect(git.run(starved)).rejects.toMatchObject({ limit: 'memory', message: expect.stringContaining('256 MB of memory') })
    await expect(git.run({ ...starved, args: ['-c', 'alias.other=!echo "remote: Out of memory" >&2; exit 128', 'other'] })).rejects.toThrow(
      GitProblem,
    )
  })

  it('is not started for someone who has left', async () => {
    await expect(git.run({ ...version, signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
  })

  it('ends with what it started', async () => {
    // The shell that git starts holds the pipes open; only the end of all of them closes these.
    const slow = { path: '/nonexistent', args: ['-c', 'alias.slow=!sleep 60', 'slow'], timeoutMs: 300 }
    const startedMs = performance.now()

    await expect(git.run(slow)).rejects.toMatchObject({ limit: 'time' })
    expect(performance.now() - startedMs).toBeLessThan(30_000)
  })

  it('waits for its turn, and gives it on whatever became of it', async () => {
    const turns: string[] = []
    const inTurn = createGit({
      enter: async () => {
        turns.push('enter')
        return () => turns.push('leave')
      },
    })
    await inTurn.run(version)
    await inTurn.run({ ...version, args: ['no-such-command'] }).catch(() => undefined)

    expect(turns).toEqual(['enter', 'leave', 'enter', 'leave'])
  })
})
