import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeScriptInside, runFolderForTest, sandboxOfFile, shellInside } from '#test'
import { openSandbox, removeLeftSandboxes } from './index.ts'

const sandbox = sandboxOfFile()

/** Processes of the machine whose command line holds a word. */
const processesWith = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
    } catch {
      return false
    }
  })

/** Control groups of sandboxes that this process made; none where the system has no such groups. */
const groupsOf = (pid: number | undefined): string[] =>
  existsSync('/sys/fs/cgroup/pids') ? readdirSync('/sys/fs/cgroup/pids').filter((name) => name.startsWith(`facet-${pid}-`)) : []

const word = (): string => `facet-life-${Math.random().toString(36).slice(2)}`

/** A shell with processes of its own, some of which would rather stay. */
const staying = (mark: string): string =>
  `: ${mark}; trap '' TERM HUP; (setsid sh -c ': ${mark}; sleep 300; :' &) ; sh -c ': ${mark}; sleep 300; :' & echo up; wait`

/** Deeper than any path can say, by whoever has the folder at hand. */
const deepen = `i=0; while [ $i -lt 30 ]; do n=$(printf 'a%.0s' $(seq 200)); mkdir $n && cd $n; i=$((i+1)); done`
const makeDeepIn = (folder: string): void => {
  execFileSync('/bin/sh', ['-c', deepen], { cwd: folder, stdio: 'ignore' })
  onTestFinished(() => void execFileSync('rm', ['-rf', folder]))
}

describe('the life of a sandbox', () => {
  it('ends with everything in it, and says so only then', async () => {
    const mark = word()
    const started = await sandbox().start(shellInside(staying(mark)))
    await once(started.stdout, 'data')
    expect(processesWith(mark).length).toBeGreaterThan(2)

    await started.end()

    expect(processesWith(mark)).toEqual([])
    expect(await started.exited).toMatchObject({ signal: 'SIGKILL' })
    await started.end()
  })

  it('ends when its program does, whatever that left running', async () => {
    const mark = word()

    const { stdout } = await sandbox().run(shellInside(`(setsid sh -c ': ${mark}; sleep 300; :' >/dev/null 2>&1 &); echo done`))

    expect(stdout.toString()).toBe('done\n')
    expect(processesWith(mark)).toEqual([])
  })

  it('ends when nobody waits any more, and is not begun for somebody who has left', async () => {
    const mark = word()
    const leaving = new AbortController()
    const running = sandbox().run(shellInside(staying(mark), { signal: leaving.signal }))
    const outcome = running.catch((error: unknown) => error)
    await expect.poll(() => processesWith(mark).length, { timeout: 10_000 }).toBeGreaterThan(2)
    leaving.abort(new Error('left'))

    expect(await outcome).toMatchObject({ message: 'left' })
    expect(processesWith(mark)).toEqual([])
    await expect(sandbox().run(shellInside('true', { signal: leaving.signal }))).rejects.toThrow('left')
  })

  it('tells how its program ended', async () => {
    expect(await sandbox().run(shellInside('exit 3'))).toMatchObject({ code: 3, signal: null })
    expect(await sandbox().run(shellInside('kill -TERM $$'))).toMatchObject({ code: null, signal: 'SIGTERM' })
    const egress = [{ host: 'db.example.com', port: 5432, dial: async () => connect(1) }]
    expect(await sandbox().run(shellInside('kill -TERM $$', { egress }))).toMatchObject({ code: null, signal: 'SIGTERM' })
    expect(await sandbox().run(shellInside('cat; exit 4', { egress, input: 'sent' }))).toMatchObject({
      code: 4,
      stdout: Buffer.from('sent'),
    })
    const told = nodeScriptInside('console.log(process.env.NODE_OPTIONS)', {
      egress,
      env: { NODE_OPTIONS: '--no-warnings' },
    })
    expect((await sandbox().run(told)).stdout.toString()).toBe('--no-warnings\n')
    expect(await sandbox().run(shellInside('true', { mounts: [{ from: '/nonexistent', to: '/model' }] }))).toMatchObject({ code: 1 })
  })

  it('ends with its owner, however that ends, and what the owner left is removed', async () => {
    const runFolder = runFolderForTest()
    const mark = word()
    const owner = fork(join(import.meta.dirname, 'life.owner.ts'), [runFolder, staying(mark)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await once(owner, 'message')
    expect(processesWith(mark).length).toBeGreaterThan(2)
    const groups = groupsOf(owner.pid)
    const gone = once(owner, 'exit')
    owner.kill('SIGKILL')
    await gone

    await expect.poll(() => processesWith(mark), { timeout: 10_000 }).toEqual([])
    mkdirSync(join(runFolder, 'of-somebody-else'))
    const kept = await openSandbox({ mode: 'required', runFolder, cgroup: null })
    onTestFinished(kept.close)
    expect(readdirSync(runFolder)).toHaveLength(3)
    expect(groupsOf(owner.pid)).toEqual(groups)
    const running = await kept.start(shellInside('sleep 300'))
    await removeLeftSandboxes(runFolder)
    expect(readdirSync(runFolder)).toHaveLength(2)
    expect(groupsOf(owner.pid)).toEqual([])
    expect(groupsOf(process.pid).length).toBeGreaterThanOrEqual(groups.length)
    await running.end()
    expect((await kept.run(shellInside('echo well'))).stdout.toString()).toBe('well\n')
    await kept.close()
    expect(readdirSync(runFolder)).toEqual(['of-somebody-else'])
  })

  it('has an end, also where what it had cannot be removed, which is told', async () => {
    const runFolder = runFolderForTest()
    const problems: unknown[] = []
    const own = await openSandbox({ mode: 'required', runFolder, cgroup: null, onProblem: (problem) => problems.push(problem) })
    const owned = join(runFolder, readdirSync(runFolder)[0] ?? '')
    const egress = [{ host: 'db.example.com', port: 5432, dial: async () => connect(1) }]
    const running = await own.start(shellInside('sleep 300', { egress }))
    makeDeepIn(join(owned, readdirSync(owned).find((name) => name !== 'etc') ?? ''))

    await running.end()

    expect(await running.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(problems).toEqual([expect.objectContaining({ code: 'ENAMETOOLONG' })])
    expect((await own.run(shellInside('echo well'))).stdout.toString()).toBe('well\n')
    await own.close().catch(() => undefined)
  })

  it('leaves what cannot be removed, and removes everything else that was left', async () => {
    const runFolder = runFolderForTest()
    const names = ['facet-4194305-1-aa', 'facet-4194305-1-bb', 'facet-4194305-1-cc']
    for (const name of names) mkdirSync(join(runFolder, name))
    makeDeepIn(join(runFolder, 'facet-4194305-1-aa'))

    await expect(removeLeftSandboxes(runFolder)).rejects.toThrow(/^1 of 3 folders in .+ stay/)

    expect(readdirSync(runFolder)).toEqual(['facet-4194305-1-aa'])
  })

  it('leaves no folder, socket or control group', async () => {
    const runFolder = runFolderForTest()
    const own = await openSandbox({ mode: 'required', runFolder, cgroup: null })
    const owned = join(runFolder, readdirSync(runFolder)[0] ?? '')
    const egress = [{ host: 'db.example.com', port: 5432, dial: async () => connect(1) }]

    await own.run(shellInside('true', { egress }))

    expect(readdirSync(owned)).toEqual(['etc'])
    const running = await own.start(shellInside('sleep 300', { egress }))
    const group = /:pids:(\/facet-.+)$/m.exec(readFileSync(`/proc/${running.pid}/cgroup`, 'utf8'))?.[1]
    await own.close()
    await expect.poll(() => group !== undefined && existsSync(join('/sys/fs/cgroup/pids', group))).toBe(false)
    expect(await running.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(readdirSync(runFolder)).toEqual([])
  })
})
