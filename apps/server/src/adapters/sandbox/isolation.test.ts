import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeScriptInside, sandboxOfFile, shellInside } from '#test'

const sandbox = sandboxOfFile()

const outputOf = async (call: Parameters<ReturnType<typeof sandbox>['run']>[0]): Promise<string> => {
  const { stdout, stderr } = await sandbox().run(call)
  return stdout.toString() + stderr
}

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-inside-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('a program in the sandbox', () => {
  it('reads nothing of the machine but programs and libraries', async () => {
    const folder = folderForTest()
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'of the machine')
    const tried = [
      '/etc/shadow',
      '/etc/machine-id',
      '/root',
      '/home',
      '/var',
      '/srv',
      '/opt',
      '/sys',
      '/boot',
      '/run',
      import.meta.filename,
      secret,
    ]
    const script = `for path in ${tried.join(' ')}; do test -e $path && echo "sees $path"; done; echo looked`

    expect(await outputOf(shellInside(script))).toBe('looked\n')
    // The same, outside.
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toContain(`sees ${secret}`)
  })

  it('leaves through no link that was put into what it is shown', async () => {
    const folder = folderForTest()
    execFileSync('ln', ['-s', '/etc/shadow', join(folder, 'link')])
    execFileSync('ln', ['-s', '../../../../../../etc/shadow', join(folder, 'up')])

    const shown = shellInside('cat /model/link /model/up; echo done', { mounts: [{ from: folder, to: '/model' }] })
    expect(await outputOf(shown)).toMatch(/done/)
    expect(await outputOf(shown)).not.toContain('root:')
  })

  it('writes nowhere but where it may', async () => {
    const [shown, given] = [folderForTest(), folderForTest()]
    const mounts = [
      { from: shown, to: '/model' },
      { from: given, to: '/out', writable: true as const },
    ]
    const places = ['/', '/usr', '/usr/local', '/etc', '/dev', '/facet', '/facet/bin', '/model', '/proc', '/bin', '/lib']
    const script = `for place in ${places.join(' ')}; do (echo x > $place/written) 2>/dev/null && echo "wrote $place"; done
      for file in /proc/sys/kernel/core_pattern /proc/sys/vm/overcommit_memory /proc/self/oom_score_adj; do (cat $file > $file) 2>/dev/null && echo "wrote $file"; done
      echo x > /out/answer; echo x > /tmp/scratch; echo tried`

    expect(await outputOf(shellInside(script, { mounts }))).toBe('tried\n')
    expect(readFileSync(join(given, 'answer'), 'utf8')).toBe('x\n')
    expect(existsSync(join(shown, 'written'))).toBe(false)
  })

  it('is not made of arguments that hide others', async () => {
    const folder = folderForTest()
    const env = { PATH: '/usr/bin:/bin', NOTE: `x\0--bind\0${folder}\0/out` }

    await expect(sandbox().run(shellInside('echo x > /out/written', { env }))).rejects.toThrow('holds a NUL')
    await expect(sandbox().run(shellInside('true\0'))).rejects.toThrow()
    expect(existsSync(join(folder, 'written'))).toBe(false)
  })

  it('sees no process but its own, and can signal none', async () => {
    const seen = await outputOf(shellInside(`ls /proc | grep -c "^[0-9]*$"; kill -9 -1; kill -9 ${process.pid}`))

    expect(Number(seen.split('\n')[0])).toBeLessThan(8)
  })

  it('has the environment it was given and nothing of ours, also where its head could be asked', async () => {
    const answer = await outputOf(shellInside('env; cat /proc/1/environ /proc/2/environ | tr "\\0" "\\n"', { env: { ONLY: 'this' } }))

    const names = new Set(answer.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []))
    expect([...names].filter((name) => name !== 'PWD')).toEqual(['ONLY', 'PATH'].filter((name) => names.has(name)))
  })

  it('shows its environment to nobody who lists processes', async () => {
    const started = await sandbox().start(
      shellInside('echo up; sleep 60', { env: { PATH: '/usr/bin:/bin', PASSWORD: 'hunter-of-secrets' } }),
    )
    onTestFinished(started.end)
    await once(started.stdout, 'data')

    expect(execFileSync('ps', ['axww', '-o', 'args'], { encoding: 'utf8' })).not.toContain('hunter-of-secrets')
  })

  it('lets what it is given reach no program outside it', async () => {
    const folder = folderForTest()
    const trace = join(folder, 'trace')

    await sandbox().run(shellInside('true', { env: { PATH: '/usr/bin:/bin', LD_DEBUG: 'files', LD_DEBUG_OUTPUT: trace } }))

    expect(execFileSync('ls', [folder], { encoding: 'utf8' })).toBe('')
  })

  it('reaches nothing over a network: not the loopback of the machine, not its sockets, not what is far', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1')
    const abstract = createServer((socket) => socket.end('reached')).listen(`\0facet-test-${process.pid}`)
    await Promise.all([once(server, 'listening'), once(abstract, 'listening')])
    onTestFinished(() => void [server.close(), abstract.close()])
    const { port } = server.address() as { port: number }
    const script = `
      const { connect } = require('node:net')
      const places = [[${port}, '127.0.0.1'], [${port}, '::1'], [5432, '127.0.0.1'], [80, '169.254.169.254'], [53, '192.0.2.1'], ['\\0facet-test-${process.pid}']]
      for (const place of places) {
        const socket = connect(...place)
        socket.setTimeout(2000, () => socket.destroy(new Error('silent')))
        socket.on('connect', () => console.log('reached', place)).on('error', () => undefined)
      }`

    expect(await outputOf(nodeScriptInside(script))).toBe('')
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toContain(`reached [ ${port}, '127.0.0.1' ]`)
  })

  it('has no rights, gets none, and makes no spaces of its own', async () => {
    const script =
      'grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status; unshare -U true && echo nested; mount -t tmpfs none /tmp && echo mounted; id -u'

    const answer = await outputOf(shellInside(script))
    expect(answer).toMatch(/CapEff:\s0{16}\n/)
    expect(answer).toMatch(/CapBnd:\s0{16}\n/)
    expect(answer).toMatch(/NoNewPrivs:\s1\n/)
    expect(answer).not.toMatch(/nested|mounted/)
    expect(answer).toMatch(/^65534$/m)
  })
})
