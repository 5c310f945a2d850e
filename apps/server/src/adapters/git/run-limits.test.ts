import { describe, expect, it } from 'vitest'
import { GitProblem, runGit } from './run.ts'

const version = { gitDir: '/nonexistent', args: ['version', '--build-options'] }

describe('a git command', () => {
  it('that writes more than it may has failed, whatever it says', async () => {
    await expect(runGit({ ...version, maxOutputBytes: 10 })).rejects.toThrow(GitProblem)
    await expect(runGit({ ...version, maxOutputBytes: 10, isOwnGroup: true })).rejects.toThrow('wrote more than 10 bytes')
    expect(await runGit({ ...version, maxOutputBytes: 100_000 })).toMatchObject({ code: 0 })
  })

  it('is not started for someone who has left', async () => {
    await expect(runGit({ ...version, signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
  })

  it('ends with what it started', async () => {
    // The shell that git starts holds the pipes open; only the end of all of them closes these.
    const slow = { gitDir: '/nonexistent', args: ['-c', 'alias.slow=!sleep 60', 'slow'], isOwnGroup: true, timeoutMs: 300 }
    const startedMs = performance.now()

    await expect(runGit(slow)).rejects.toThrow(GitProblem)
    expect(performance.now() - startedMs).toBeLessThan(30_000)
  })
})
