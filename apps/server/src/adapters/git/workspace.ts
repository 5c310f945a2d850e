import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The least that git takes for a bare repository. Objects of the other, when one is named, are seen from it. */
export const makeEmptyRepository = async (gitDir: string, seenFrom?: string): Promise<void> => {
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true })
  await mkdir(join(gitDir, 'refs'))
  await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
  if (seenFrom !== undefined) await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${join(seenFrom, 'objects')}\n`)
}

/** A folder that only this process's user can look into, gone when the work is done. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>, under = join(tmpdir(), 'facet-remote-')): Promise<T> => {
  // The folder of a process that began on a full disk may not be there yet.
  await mkdir(dirname(under), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(under)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
