import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeLeftWork } from './work-folder.ts'

const dataFolderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-work-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A program as git is started: told by its environment where to work. */
const startIn = async (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const child = spawn('sleep', ['60'], { env: { PATH: process.env['PATH'] ?? '', GIT_DIR: join(folder, 'clone/git') }, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child
}

/** The id of a process that was there and is gone. */
const deadPid = async (): Promise<number> => {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid ?? 0
}

it('what a killed process left goes with the programs that still run in it, and what a live one has stays', async () => {
  const dataFolder = dataFolderForTest()
  const [left, own] = [join(dataFolder, 'work', `${await deadPid()}-0a1b`), join(dataFolder, 'work', `${process.pid}-0a1b`)]
  const [orphan, child] = [await startIn(left), await startIn(own)]
  const ended = once(orphan, 'exit')

  await removeLeftWork(dataFolder)

  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(existsSync(left)).toBe(false)
  expect(existsSync(own)).toBe(true)
  expect(child.signalCode).toBeNull()
})
