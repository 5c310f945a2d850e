import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readExactly } from './read-exactly.ts'

const opened = async (text: string): Promise<FileHandle> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-read-'))
  writeFileSync(join(folder, 'file'), text)
  const handle = await open(join(folder, 'file'))
  onTestFinished(async () => {
    await handle.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return handle
}

const endsEarly = (): Error => new Error('It ends early.')

it('reads the bytes at the position', async () => {
  expect((await readExactly(await opened('0123456789'), 3, 4, endsEarly)).toString()).toBe('3456')
})

it('reads on when one read returns fewer bytes', async () => {
  const handle = await opened('0123456789')
  const oneByOne: Pick<FileHandle, 'read'> = {
    read: ((buffer: Buffer, offset: number, _: number, position: number) => handle.read(buffer, offset, 1, position)) as FileHandle['read'],
  }

  expect((await readExactly(oneByOne, 2, 5, endsEarly)).toString()).toBe('23456')
})

it('throws when the file has fewer bytes', async () => {
  await expect(readExactly(await opened('0123456789'), 8, 3, endsEarly)).rejects.toThrow('It ends early.')
})
