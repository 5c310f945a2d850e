import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import files, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, vi } from 'vitest'
import { tarChecksum } from '#adapters/tar'
import { exportedBytes, givenFolder, imported, packed, refusalOf, send, useServer, withOwner } from '#test'
import { archiveOf } from './archive.ts'
import { createNameWindow, type Listed } from './name-window.ts'
import { tarEnd, tarFile } from './tar-writer.ts'

const server = useServer('shared')
const it = withOwner(server)
const folderFile = JSON.stringify({ path: ['A'], position: 0 })

/** One file whose header is other than a writer of ours makes it. */
const entry = (change: (header: Buffer) => void, text = folderFile): Buffer => {
  const file = tarFile('folders/a.json', text)
  change(file)
  file.write(`${tarChecksum(file.subarray(0, 512)).toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return Buffer.concat([file, tarEnd()])
}

const named = (name: string): Buffer => entry((header) => header.fill(0, 0, 100).write(name, 0))
const typed = (type: string): Buffer => entry((header) => header.write(type, 156))

const record = (key: string): Buffer => {
  const text = `${key}=x\n`
  const line = `${text.length + 3} ${text}`
  const header = entry((block) => block.write('x', 156), line).subarray(0, 1024)
  return Buffer.concat([header, tarFile('folders/a.json', folderFile), tarEnd()])
}

const sized = (size: string): Buffer => entry((header) => header.write(size, 124, 'latin1'))

const invalid: [string, () => Buffer, string][] = [
  ['no archive', () => Buffer.from('x'.repeat(2048)), 'not a tar archive'],
  ['nothing', () => Buffer.alloc(0), 'ends early'],
  ['gzip', () => gzipSync(tarFile('folders/a.json', folderFile)), 'packed with gzip'],
  ['a way up', () => named('../folders/a.json'), 'no file of content'],
  ['a way up inside', () => named('folders/../../a.json'), 'no file of content'],
  ['an absolute name', () => named('/etc/passwd'), 'no file of content'],
  ['another file', () => named('README.md'), 'no file of content'],
  ['a link', () => typed('1'), 'a link'],
  ['a symbolic link', () => typed('2'), 'a symbolic link'],
  ['a device', () => typed('3'), 'a device'],
  ['a pipe', () => typed('6'), 'a pipe'],
  ['a sparse file', () => typed('S'), 'a sparse file'],
  ['a directory with bytes', () => typed('5'), 'no plain file'],
  ['a long name', () => typed('L'), 'too long'],
  ['a record with another name', () => record('path'), '"path"'],
  ['a record with another size', () => record('size'), '"size"'],
  ['a record of a sparse file', () => record('GNU.sparse.map'), '"GNU.sparse.map"'],
  ['long records', () => entry((header) => header.write('x', 156), `70000 comment=${'x'.repeat(69_985)}\n`), 'more than 65536 bytes'],
  ['a size that is no number', () => sized('77777z777777'), 'is not octal'],
  ['a size in binary', () => sized('\x80\0\0\0\0\0\0\0\x7f\0\0\0'), 'is not octal'],
  ['a size beyond its end', () => sized('77777777777\0'), 'ends early'],
  ['a damaged header', () => Buffer.concat([tarFile('folders/a.json', folderFile).fill('b', 8, 9), tarEnd()]), 'checksum is wrong'],
  ['no end', () => tarFile('folders/a.json', folderFile), 'ends early'],
  [
    'one name twice',
    () => Buffer.concat([tarFile('folders/a.json', folderFile), tarFile('folders/a.json', folderFile), tarEnd()]),
    'twice',
  ],
  [
    'one folder twice',
    () => packed({ 'folders/a.json': folderFile, 'folders/b.json': JSON.stringify({ path: ['a'], position: 1 }) }),
    'another file names too',
  ],
  ['no JSON', () => packed({ 'folders/a.json': '{' }), 'not JSON'],
  ['no UTF-8', () => entry((file) => file.write('\xff', 512 + folderFile.indexOf('A'), 'latin1')), 'not JSON in UTF-8'],
  ['a NUL in a text', () => packed({ 'folders/a.json': String.raw`{"path":["a\u0000"],"position":0}` }), 'folders/a.json'],
  ['half of a character', () => packed({ 'folders/a.json': String.raw`{"path":["a\ud800"],"position":0}` }), 'half of a character'],
  ['a field that is not known', () => packed({ 'folders/a.json': JSON.stringify({ path: ['A'], position: 0, grant: [] }) }), '/grant'],
  ['too many lists', () => packed({ 'reports/a.json': `{"meta":${'['.repeat(1_000_001)}` }), 'lists and objects'],
  [
    'lists in lists',
    () => packed({ 'reports/a.json': `{"publicId":"deep00000000","name":"a","meta":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}` }),
    'deeper than 100 levels',
  ],
  ['reports without their workbook', () => packed({ 'workbooks/x/reports/a.json': '{}' }), 'has no workbook.json'],
  ['another version', () => packed({ 'content.json': '{"format":"facet-content","version":2}' }), 'another format or version'],
]

describe('an archive on disk', () => {
  /** A file whose reads return 7 bytes at most. */
  const fileOf = (bytes: Buffer) => {
    const read = async (buffer: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: bytes.copy(buffer, offset, position, position + Math.min(length, 7)),
      buffer,
    })
    return { read: read as FileHandle['read'] }
  }

  it('is read on when one read returns fewer bytes', async () => {
    const bytes = packed({ 'folders/a.json': folderFile })

    const archive = await archiveOf(fileOf(bytes), bytes.length)

    const [first] = archive.entries
    expect(first && (await archive.read(first, 'folder'))).toEqual(JSON.parse(folderFile))
  })

  it('is reported as cut when it has fewer bytes than arrived', async () => {
    const bytes = packed({ 'folders/a.json': folderFile })

    await expect(archiveOf(fileOf(bytes.subarray(0, 300)), bytes.length)).rejects.toThrow('shorter on disk')
  })
})

describe('an archive that is imported', () => {
  it.each(invalid)('is refused where it is or has %s', async (_, archive, says) => {
    const owner = await server.admin()

    const refused = await refusalOf(imported(owner, archive()))

    expect(refused).toMatchObject({ status: 400, code: 'content_archive_invalid' })
    expect(refused.message).toContain(says)
    expect((await owner.api.getFolders({ params: owner, query: {} })).items).toEqual([])
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('facet-import-'))).toEqual([])
  })

  it('is refused by its size before it is read, and by that of one of its files', async ({ owner }) => {
    const url = `${server.url()}/api/v1/deployments/${owner.deploymentId}/content/import`
    const headers = {
      ...owner.headers,
      authorization: `Bearer ${owner.key}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '700000000',
    }
    const declared = await send(url, { method: 'POST', headers, body: '--x\r\n' })
    const large = packed({ 'reports/a.json': `{"name":"${'x'.repeat(16 * 1_048_576)}"}` })

    expect(declared.status).toBe(413)
    expect(await refusalOf(imported(owner, large))).toMatchObject({ status: 413, code: 'content_archive_too_large' })
  })

  it('is taken as tar, git and the export make it', async ({ owner }) => {
    await givenFolder(owner, { name: 'A' })
    const bytes = await exportedBytes(owner)
    const folder = mkdtempSync(join(tmpdir(), 'facet-archive-'))
    try {
      writeFileSync(join(folder, 'content.tar'), bytes)
      execFileSync(
        'sh',
        [
          '-c',
          'mkdir content && tar -xf content.tar -C content && git init -q && git add content && git -c user.name=a -c user.email=a@b.c commit -qm a',
        ],
        { cwd: folder },
      )
      const archives = [
        bytes,
        execFileSync('tar', ['-c', '--format=pax', '-C', 'content', '.'], { cwd: folder }),
        execFileSync('tar', ['-c', '--format=gnu', '-C', 'content', 'folders'], { cwd: folder }),
        execFileSync('git', ['archive', 'HEAD:content'], { cwd: folder }),
      ]
      for (const archive of archives) expect((await imported(owner, archive)).counts).toMatchObject({ create: 0, update: 0, unchanged: 1 })
      symlinkSync('/etc/passwd', join(folder, 'content/folders/b.json'))
      const linked = execFileSync('tar', ['-c', '-C', 'content', '.'], { cwd: folder })
      expect(await refusalOf(imported(owner, linked))).toMatchObject({ code: 'content_archive_invalid' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const oneFolder = () => packed({ 'folders/a.json': JSON.stringify({ path: ['A'], position: 0 }) })

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Writes of archives fail with this from now on, and nothing else does. */
const failWrites = (code: string): void => {
  const { open } = files
  vi.spyOn(files, 'open').mockImplementation(async (path, ...rest) => {
    const handle = await open(path, ...rest)
    if (String(path).includes('facet-import-'))
      vi.spyOn(handle, 'appendFile').mockRejectedValue(Object.assign(new Error(`${code}: no space left on device, write`), { code }))
    return handle
  })
  syncBuiltinESMExports()
}

describe('an archive that there is no room for', () => {
  it.for(['ENOSPC', 'EDQUOT'])('is answered with what to do where its disk says %s, and leaves nothing', async (code, { owner }) => {
    failWrites(code)

    const refused = await refusalOf(imported(owner, oneFolder()))

    expect(refused).toMatchObject({ status: 503, code: 'content_archive_no_room' })
    expect(refused.message).toContain('TMPDIR')
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    expect((await imported(owner, oneFolder())).counts).toMatchObject({ create: 1 })
  })

  it('is refused before it is received where the disk has less room than it says that it takes', async ({ owner }) => {
    vi.spyOn(files, 'statfs').mockResolvedValue({ bavail: 1, bsize: 512 } as never)
    const opened = vi.spyOn(files, 'open')
    syncBuiltinESMExports()

    expect(await refusalOf(imported(owner, oneFolder()))).toMatchObject({ status: 503, code: 'content_archive_no_room' })
    expect(opened.mock.calls.filter(([path]) => String(path).includes('facet-import-'))).toEqual([])
  })
})

/** The same in no order each time. */
const shuffled = (count: number): Listed[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `reports/${String((id * 7919) % count).padStart(6, '0')}.json` }))

const windowsOf = (all: readonly Listed[], max: number) => {
  const windows: (readonly Listed[])[] = []
  let maxHeld = 0
  for (let hasMore = true; hasMore; ) {
    const window = createNameWindow(windows.at(-1)?.at(-1)?.name ?? '', max)
    for (const one of all) {
      window.add(one)
      maxHeld = Math.max(maxHeld, window.count())
    }
    const closed = window.close()
    windows.push(closed.listed)
    ;({ hasMore } = closed)
  }
  return { windows, maxHeld }
}

describe('names of files in windows', () => {
  it.each([1, 7, 100, 999, 1000, 1001])('give all of them once and in order, %i at a time, and hold twice as many at most', (max) => {
    const all = shuffled(1000)

    const { windows, maxHeld } = windowsOf(all, max)

    expect(windows.flat()).toEqual(all.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    for (const window of windows) expect(window.length).toBeLessThanOrEqual(max)
    expect(windows).toHaveLength(Math.ceil(1000 / max))
    expect(maxHeld).toBeLessThanOrEqual(2 * max)
  })

  it('are none where there are none', () => {
    expect(createNameWindow('').close()).toEqual({ listed: [], hasMore: false })
  })
})
