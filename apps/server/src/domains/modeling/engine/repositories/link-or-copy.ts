import { copyFile, link } from 'node:fs/promises'

/** Not every file system has links. */
export const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))
