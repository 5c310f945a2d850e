import { dirname } from 'node:path'

// What file systems give out at least: a file of one byte has one, and so has a folder.
const blockBytes = 4096

/** What files take of a disk, with the folders that they are in. */
export const createDiskUse = () => {
  const folders = new Set<string>()
  let blocks = 0
  return {
    add: (path: string, size: number): void => {
      blocks += Math.max(1, Math.ceil(size / blockBytes))
      for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder)) folders.add(folder)
    },
    bytes: (): number => (blocks + folders.size) * blockBytes,
  }
}
