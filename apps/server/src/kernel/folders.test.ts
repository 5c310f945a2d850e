import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderProblem, leavingNoFolders, makeFolder } from '#kernel/folders'

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

describe('a folder that cannot be used', () => {
  it.each([
    ['ENOSPC', /: the disk is full\. Free space there, or set FACET_DATA_FOLDER to a folder on another disk\.$/],
    ['EDQUOT', /: the disk quota is used up\. Free space there/],
    ['EROFS', /: its file system is mounted read-only\. Mount it for writing/],
    ['EACCES', /: the user ".+" has no right to it\. Make it for the user who runs facet \(install -d -m 700 -o \S+ \/srv\/facet\)/],
    ['ENOENT', /: it does not exist and cannot be created\. Make it/],
  ])('for %s: the variable, the reason and the cure', (code, sentence) => {
    const { message } = folderProblem('FACET_DATA_FOLDER', '/srv/facet', Object.assign(new Error('raw'), { code }))

    expect(message).toMatch(/^FACET_DATA_FOLDER: the folder \/srv\/facet cannot be used: /)
    expect(message).toMatch(sentence)
  })

  it('names what in it belongs to another, and a cure for all of it', () => {
    mkdirSync(join(root, 'objects/incoming'), { recursive: true })
    const path = join(root, 'objects/incoming/0a1b')

    const { message } = folderProblem(
      'FACET_OBJECT_STORE',
      join(root, 'objects'),
      Object.assign(new Error('raw'), { code: 'EACCES', path }),
    )

    expect(message).toContain(`the folder ${root}/objects cannot be used: ${root}/objects/incoming: the user "`)
    expect(message).toMatch(/\(chown -R \S+ (\S+)\/objects && chmod -R u\+rwX \1\/objects\)/)
  })
})

it('removes the empty folders it created, whatever the outcome', async () => {
  const paths = [join(root, 'a/b/c'), join(root, 'd')]
  await leavingNoFolders(paths, async () => {
    for (const path of paths) await makeFolder(path)
    writeFileSync(join(root, 'd/kept'), '')
  })
  await expect(
    leavingNoFolders([join(root, 'd/e')], async () => {
      await makeFolder(join(root, 'd/e'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')

  expect([readdirSync(root), readdirSync(join(root, 'd'))]).toEqual([['d'], ['kept']])
})
