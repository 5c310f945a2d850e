import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeScriptInside, runFolderForTest, sandboxOfFile, shellInside } from '#test'
import { listenerInside, openListener, openSandbox, type SandboxRun } from './index.ts'

const sandbox = sandboxOfFile()

const ask = (socketPath: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: '/' }, (response) => resolve(text(response)))
      .on('error', reject)
      .end()
  })

// What it starts itself with the descriptors it has does no harm to what it listens on.
const server = `
  require('node:http').createServer((_, answer) => answer.end('from inside'))
    .listen({ fd: ${listenerInside} }, () => require('node:child_process').spawnSync('/bin/true', { stdio: 'inherit' }))`

const answering = nodeScriptInside(server)
const egress = [{ host: 'db.example.com', port: 5432, dial: async () => connect(1) }]

const openBare = async () => {
  const bare = await openSandbox({
    ...{ mode: 'degraded', runFolder: runFolderForTest(), cgroup: null, bwrap: '/nonexistent/bwrap', mayRunBare: true },
  })
  onTestFinished(bare.close)
  return bare
}

describe('a socket that is handed into a sandbox', () => {
  it.each<[string, SandboxRun, boolean]>([
    ['behind every wall', answering, false],
    ['with a way out', { ...answering, egress }, false],
    ['under limits alone', { ...answering, cwd: '/' }, true],
  ])('is answered on from inside, %s, and asked before anybody listens', async (_, command, isBare) => {
    const folder = runFolderForTest()
    const listener = await openListener(join(folder, 's'))
    const within = isBare ? await openBare() : sandbox()
    const started = await within.start({ ...command, listener }).finally(listener.close)

    const early = await Promise.all([ask(listener.path), ask(listener.path), ask(listener.path)])
    expect(early).toEqual(['from inside', 'from inside', 'from inside'])
    expect(await ask(listener.path)).toBe('from inside')
    expect(readdirSync(folder)).toEqual(['s'])

    await started.end()
    await expect(ask(listener.path)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('is nothing that others have', async () => {
    const script = `for fd in 3 4 ${listenerInside} 6 7; do [ -e /proc/self/fd/$fd ] && echo $fd; done; echo looked`

    expect((await sandbox().run(shellInside(script))).stdout.toString()).toBe('looked\n')
    expect((await sandbox().run(shellInside(script, { egress }))).stdout.toString()).toBe('looked\n')
  })

  it('is not made where its file cannot be', async () => {
    const path = join(runFolderForTest(), 'absent', 's')

    await expect(openListener(path)).rejects.toMatchObject({ code: 'EACCES' })
    expect(existsSync(path)).toBe(false)
  })
})
