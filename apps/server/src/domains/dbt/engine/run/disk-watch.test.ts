import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ChildLimitExceeded } from '#adapters/children'
import { sandboxOfFile, shellInside } from '#test'
import { withinDisk } from './disk-watch.ts'

const sandbox = sandboxOfFile()
const mebibyte = 1_048_576

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const filling = (script: string, folder: string, maxBytes: number) =>
  withinDisk([folder], maxBytes, new AbortController().signal, (signal) =>
    sandbox().run(shellInside(script, { signal, cwd: '/out', mounts: [{ from: folder, to: '/out', writable: true }] })),
  )

it.each([
  ['large files', 'n=0; while :; do n=$((n+1)); head -c 4000000 /dev/zero > f$n; done', 64 * mebibyte],
  ['folders within folders full of empty files', 'n=0; while :; do n=$((n+1)); mkdir -p d/d; : > d/d/f$n; done', mebibyte],
  ['empty folders', 'n=0; while :; do n=$((n+1)); mkdir d$n; done', mebibyte],
  [
    'folders deeper than any path, where it cannot be counted',
    'd=$(printf "d%.0s" $(seq 200)); for n in $(seq 30); do mkdir $d && cd $d; done; while :; do :; done',
    64 * mebibyte,
  ],
])('ends what fills a folder with %s', async (_, script, maxBytes) => {
  const folder = folderForTest()

  await expect(filling(script, folder, maxBytes)).rejects.toBeInstanceOf(ChildLimitExceeded)
})

it('counts no file that a link leads to, and lets go when the work is done', async () => {
  const folder = folderForTest()
  mkdirSync(join(folder, 'in'))
  symlinkSync('/usr', join(folder, 'in/link'))

  const { code } = await filling('sleep 1', folder, 10 * mebibyte)

  expect(code).toBe(0)
})
