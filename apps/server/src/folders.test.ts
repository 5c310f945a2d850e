import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '#folders'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facet-folders-'))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('making a folder', () => {
  it('makes those above it too, for this user alone, and tells which it made', async () => {
    const path = join(root, 'a/b/c')

    expect(await makeFolder(path)).toEqual([path, join(root, 'a/b'), join(root, 'a')])
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(await makeFolder(path)).toEqual([])
  })

  it('is done by several at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(root, 'a/b/c'))))

    expect(readdirSync(join(root, 'a/b'))).toEqual(['c'])
  })

  it('fails where the system will not have one, or a file has the name', async () => {
    writeFileSync(join(root, 'file'), '')

    await expect(makeFolder('/proc/nope/work')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(makeFolder(join(root, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})
