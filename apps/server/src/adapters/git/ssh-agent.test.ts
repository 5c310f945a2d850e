import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeLeftSandboxes } from '#adapters/sandbox'
import { runFolderForTest } from '#test'

/** Agents whose socket is in this folder. */
const agentsIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`ssh-agent\0-D\0-a\0${folder}/`)
    } catch {
      return false
    }
  })

it('an agent with a key ends with the process that opened it, also with one that is killed', async () => {
  const folder = runFolderForTest()
  const owner = fork(join(import.meta.dirname, 'ssh-agent.owner.ts'), [folder])
  onTestFinished(() => void owner.kill('SIGKILL'))
  await once(owner, 'message')
  expect(agentsIn(folder)).toHaveLength(1)

  owner.kill('SIGKILL')

  await expect.poll(() => agentsIn(folder)).toEqual([])
})

it('an agent that was started while its process was killed is ended by the next start', async () => {
  const runFolder = runFolderForTest()
  const folder = join(runFolder, 'facet-4194305-1-aa')
  mkdirSync(folder)
  const agent = spawn('ssh-agent', ['-D', '-a', join(folder, 'agent.sock')])
  onTestFinished(() => void agent.kill('SIGKILL'))
  await once(agent.stdout, 'data')
  expect(agentsIn(folder)).toHaveLength(1)

  await removeLeftSandboxes(runFolder)

  await expect.poll(() => agentsIn(folder)).toEqual([])
  expect(readdirSync(runFolder)).toEqual([])
})
