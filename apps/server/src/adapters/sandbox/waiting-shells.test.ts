import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { startWaitingShell, type WaitingShell } from './waiting-shells.ts'

/** A plain file stands in for the kernel's: this shows that it is written to first. */
const shellForTest = (): { shell: WaitingShell; processesFile: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-shell-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const processesFile = join(folder, 'procs')
  const shell = startWaitingShell(folder, processesFile)
  onTestFinished(shell.end)
  return { shell, processesFile }
}

it('becomes what it is told, each argument as it is, in its group and with nothing of the pipe it was told by', async () => {
  const { shell, processesFile } = shellForTest()
  const args = ["it's", '$HOME', '`id`', '$(id)', 'a  b', '', String.raw`\n`, '"; id #', '*']
  const child = shell.become(['/bin/sh', '-c', 'printf "%s|" "$@"; cat; [ -e /proc/self/fd/5 ] && echo open; exit 3', 'sh', ...args])
  if (!child) throw new Error('It could not be told.')
  const said = text(child.stdout)
  const closed = once(child, 'close')
  child.stdin.end('sent')

  expect(await said).toBe(`${args.join('|')}|sent`)
  expect(await closed).toEqual([3, null])
  expect(readFileSync(processesFile, 'utf8')).toBe('0\n')
})

it('has files open that it is told of, however they are called', async () => {
  const { shell, processesFile } = shellForTest()
  const path = join(dirname(processesFile), "it's $HOME")
  writeFileSync(path, 'read')
  const child = shell.become(['/bin/sh', '-c', 'cat <&6'], [{ fd: 6, path }])
  if (!child) throw new Error('It could not be told.')

  expect(await text(child.stdout)).toBe('read')
})

it('is not told what it could not be told whole', () => {
  const { shell } = shellForTest()

  expect(shell.become(['/bin/echo', 'two\nlines'])).toBeNull()
  expect(shell.become(['/bin/echo', 'a\0b'])).toBeNull()
})
