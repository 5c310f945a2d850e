import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { imported, packed, refusalOf, useServer } from '#test'

const server = useServer('shared')
const archive = () => packed({ 'folders/a.json': JSON.stringify({ path: ['A'], position: 0 }) })

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
  it.each(['ENOSPC', 'EDQUOT'])('is answered with what to do where its disk says %s, and leaves nothing', async (code) => {
    const owner = await server.admin()
    failWrites(code)

    const refused = await refusalOf(imported(owner, archive()))

    expect(refused).toMatchObject({ status: 503, code: 'content_archive_no_room' })
    expect(refused.message).toContain('TMPDIR')
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    expect((await imported(owner, archive())).counts).toMatchObject({ create: 1 })
  })

  it('is refused before it is received where the disk has less room than it says that it takes', async () => {
    const owner = await server.admin()
    vi.spyOn(files, 'statfs').mockResolvedValue({ bavail: 1, bsize: 512 } as never)
    const opened = vi.spyOn(files, 'open')
    syncBuiltinESMExports()

    expect(await refusalOf(imported(owner, archive()))).toMatchObject({ status: 503, code: 'content_archive_no_room' })
    expect(opened.mock.calls.filter(([path]) => String(path).includes('facet-import-'))).toEqual([])
  })
})
