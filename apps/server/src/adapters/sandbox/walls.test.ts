import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runFolderForTest, shellInside } from '#test'
import { nodeInside, openSandbox, type SandboxOptions } from './index.ts'

const open = async (options: Partial<SandboxOptions> = {}) => {
  const opened = await openSandbox({ mode: 'required', runFolder: runFolderForTest(), cgroup: null, ...options })
  onTestFinished(opened.close)
  return opened
}

/** A bubblewrap on a kernel that does not give everything. */
const bwrapWithout = (spaces: string[], seccompProblem?: string): string => {
  const file = join(runFolderForTest(), 'bwrap')
  // What it is told comes by a pipe as well, and goes on by another.
  writeFileSync(
    file,
    `#!/bin/bash
for word in "$@" $([ "$1" = --hostname ] && tr '\\0' '\\n' <&3 | tee ${file}.args); do
  case "$word" in ${['--nothing', ...spaces.map((space) => `--unshare-${space}`)].join('|')}) echo "bwrap: No permissions to create new namespace" >&2; exit 1 ;; esac
done
${seccompProblem === undefined ? '' : `case " $* " in *" --seccomp "*) echo "${seccompProblem}" >&2; exit 1 ;; esac`}
[ -e ${file}.args ] && exec 3< <(tr '\\n' '\\0' <${file}.args)
exec /usr/bin/bwrap "$@"
`,
  )
  chmodSync(file, 0o755)
  return file
}

describe('the walls of a sandbox', () => {
  it('are all up here, and said to be', async () => {
    const { walls } = await open()

    expect(walls.filter(({ isUp }) => !isUp)).toEqual([])
    expect(walls.map(({ name }) => name)).toEqual([
      'bubblewrap',
      'own users',
      'own processes',
      'own network',
      'own shared memory',
      'own host name',
      'own view of control groups',
      'system calls',
      'memory',
      'number of processes',
    ])
  })

  it('are told one by one when they are missing, with what to do, and nothing is opened', async () => {
    const runFolder = runFolderForTest()
    const opening = openSandbox({ mode: 'required', runFolder, cgroup: null, bwrap: bwrapWithout(['net', 'ipc']) })

    await expect(opening).rejects.toMatchObject({
      name: 'SettingProblem',
      message: expect.stringMatching(
        /^FACET_SANDBOX: the sandbox lacks own network: bwrap: No permissions to create new namespace; .+\. It lacks own shared memory: .+\. FACET_SANDBOX=degraded goes on/,
      ) as string,
    })
    expect(readdirSync(runFolder)).toEqual([])
  })

  it('that there are stay up when others may be missing', async () => {
    const { walls, run } = await open({ mode: 'degraded', bwrap: bwrapWithout(['net', 'ipc']) })

    expect(walls.filter(({ isUp }) => !isUp).map(({ name }) => name)).toEqual(['own network', 'own shared memory'])
    expect((await run(shellInside('test -e /etc/shadow || echo hidden; id -u'))).stdout.toString()).toBe('hidden\n65534\n')
  })

  it('tell of a kernel that filters no system calls, and do without it only where that is said', async () => {
    const bwrap = bwrapWithout([], 'bwrap: prctl(PR_SET_SECCOMP): Invalid argument')

    await expect(open({ bwrap })).rejects.toThrow(/lacks system calls: bwrap: prctl\(PR_SET_SECCOMP\): Invalid argument; run a kernel/)
    const { walls, run } = await open({ mode: 'degraded', bwrap })
    expect(walls.filter(({ isUp }) => !isUp).map(({ name }) => name)).toEqual(['system calls'])
    expect((await run(shellInside('grep ^Seccomp: /proc/self/status'))).stdout.toString()).toBe('Seccomp:\t0\n')
  })

  it('say what bounds memory: each process alone, where no control group does', async () => {
    const { walls } = await open()

    expect(walls.find(({ name }) => name === 'memory')).toEqual({
      ...{ name: 'memory', isUp: true, cure: '' },
      reason: expect.stringMatching(/^bounded for each process alone, and not in what processes share; FACET_CHILD_CGROUP/) as string,
    })
  })

  it('lack that of memory where control groups do not hold to it', async () => {
    // Files of the same names, and no kernel behind them.
    const cgroup = runFolderForTest()
    writeFileSync(join(cgroup, 'cgroup.subtree_control'), 'memory pids')

    const { walls } = await open({ mode: 'degraded', cgroup })
    expect(walls.find(({ name }) => name === 'memory')).toMatchObject({ isUp: false, reason: 'a limit on memory is not held to' })
    await expect(open({ cgroup })).rejects.toThrow(/lacks memory: a limit on memory is not held to; name control groups/)
  })

  it('cannot be had without bubblewrap: production runs nothing, development under limits alone', async () => {
    const bwrap = '/nonexistent/bwrap'

    await expect(open({ bwrap })).rejects.toThrow(/install the package bubblewrap/)
    await expect(open({ bwrap, mode: 'degraded' })).rejects.toThrow(/nothing is run in production/)
    const bare = await open({ bwrap, mode: 'degraded', mayRunBare: true })
    expect(bare.walls).toEqual([expect.objectContaining({ name: 'bubblewrap', isUp: false })])
    const model = runFolderForTest()
    writeFileSync(join(model, 'answer.js'), 'console.log("ran in", process.cwd())')
    const call = {
      ...shellInside(''),
      command: nodeInside,
      args: ['/model/answer.js'],
      cwd: '/model',
      mounts: [{ from: model, to: '/model' }],
    }
    expect((await bare.run(call)).stdout.toString()).toBe(`ran in ${model}\n`)
    await expect(bare.run({ ...shellInside('sleep 60'), cwd: '/', timeoutMs: 200 })).rejects.toMatchObject({ limit: 'time' })
  })
})

it('the socket folder is private and its path is short enough', async () => {
  const folder = runFolderForTest()
  const wide = join(folder, 'w')
  mkdirSync(wide, { mode: 0o777 })
  chmodSync(wide, 0o777)
  symlinkSync(wide, join(folder, 'link'))

  await open({ runFolder: join(wide, 'made') })
  await expect(open({ runFolder: join(folder, 'link') })).rejects.toThrow('FACET_RUN_FOLDER')
  await expect(open({ runFolder: join(folder, 'n'.repeat(60)) })).rejects.toThrow(/longer than 60 bytes/)
})
