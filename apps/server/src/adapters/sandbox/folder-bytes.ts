import { lstatSync, opendirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type DiskLook, orGone } from './disk-look.ts'

// Of empty files and folders too something is kept, and there can be millions.
const fileBytes = 512
const folderBytes = 4096
const blockBytes = 512

/** A file may have room that its size does not show, and a size that it has no room for. */
export const takenBy = ({ size, blocks }: Pick<Stats, 'size' | 'blocks'>): number => Math.max(size, blocks * blockBytes)

/** Counts what a folder holds, links not followed; no further than it must. */
export const countFolder = async (look: DiskLook, folder: string): Promise<void> => {
  const left = [folder]
  for (let next = left.pop(); next !== undefined && !look.isOver(); next = left.pop()) {
    const path = next
    const entries = orGone(() => opendirSync(path))
    if (!entries) continue
    try {
      for (let entry = entries.readSync(); entry !== null && !look.isOver(); entry = entries.readSync()) {
        const inner = join(path, entry.name)
        const found = orGone(() => lstatSync(inner))
        if (found) look.add(found.isDirectory() ? Math.max(folderBytes, takenBy(found)) : fileBytes + takenBy(found))
        if (found?.isDirectory()) left.push(inner)
        await look.step()
      }
    } finally {
      entries.closeSync()
    }
  }
}
