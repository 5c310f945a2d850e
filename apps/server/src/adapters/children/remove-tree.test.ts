import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeTree } from './index.ts'

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-remove-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// Goes in step by step: no path leads there from outside.
const dig = `for (let n = 0; n < 30; n++) {
  fs.mkdirSync('d'.repeat(200))
  process.chdir('d'.repeat(200))
}
fs.writeFileSync('file', 'x')`

it('removes folders that are deeper than any path, and nothing that a link leads to', async () => {
  const folder = folderForTest()
  const [hostile, kept] = [join(folder, 'hostile'), join(folder, 'kept')]
  for (const path of [hostile, kept]) mkdirSync(path)
  writeFileSync(join(kept, 'file'), 'x')
  symlinkSync(kept, join(hostile, 'link'))
  execFileSync(process.execPath, ['-e', dig], { cwd: hostile })

  await removeTree(hostile)

  expect([existsSync(hostile), existsSync(join(kept, 'file'))]).toEqual([false, true])
})

it('removes folders that are closed to their owner', async () => {
  const folder = folderForTest()
  mkdirSync(join(folder, 'hostile/closed/more'), { recursive: true })
  chmodSync(join(folder, 'hostile/closed'), 0)

  await removeTree(join(folder, 'hostile'))

  expect(existsSync(join(folder, 'hostile'))).toBe(false)
})

it('has nothing to do where there is nothing', async () => {
  await expect(removeTree(join(folderForTest(), 'absent'))).resolves.toBeUndefined()
})
