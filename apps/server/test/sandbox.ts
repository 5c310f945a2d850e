import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { nodeInside, openSandbox, type Sandbox, type SandboxLimits, type SandboxRun } from '#adapters/sandbox'

const mebibyte = 1_048_576

export const sandboxLimits: SandboxLimits = {
  memoryBytes: 256 * mebibyte,
  cpuSeconds: 30,
  maxProcesses: 64,
  maxOpenFiles: 128,
  maxFileBytes: 8 * mebibyte,
  tmpBytes: 4 * mebibyte,
}

/** A short path: socket files lie below it. */
export const runFolderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const call = (
  command: string,
  args: string[],
  { limits, ...more }: Partial<Omit<SandboxRun, 'limits'>> & { limits?: Partial<SandboxLimits> },
): SandboxRun => ({
  ...{ command, args, env: { PATH: '/usr/bin:/bin' }, mounts: [], cwd: '/tmp', egress: [], timeoutMs: 60_000, maxOutputBytes: 1_000_000 },
  ...more,
  limits: { ...sandboxLimits, ...limits },
})

type More = Parameters<typeof call>[2]

/** Calls for a sandbox: programs written in the shell's language, or in JavaScript. */
export const shellInside = (script: string, more: More = {}): SandboxRun => call('/bin/sh', ['-c', script], more)
export const nodeScriptInside = (script: string, more: More = {}): SandboxRun => call(nodeInside, ['-e', script], more)

/** One sandbox with every wall, for all tests of a file. */
export const sandboxOfFile = (): (() => Sandbox) => {
  let sandbox: Sandbox | undefined
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fs-'))
    sandbox = await openSandbox({ mode: 'required', runFolder: folder, cgroup: null })
  })
  afterAll(async () => {
    await sandbox?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    if (!sandbox) throw new Error('The sandbox is opened before the first test.')
    return sandbox
  }
}
