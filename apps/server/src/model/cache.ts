import type { RawFile } from './read-file.ts'

/** Parsed files by what they hold, so that two branches cost only what differs between them. */
export type ModelCache = { lookUp: (key: string) => RawFile | undefined; keep: (key: string, file: RawFile) => void }

export const createModelCache = ({ maxFiles = 20_000 }: { maxFiles?: number } = {}): ModelCache => {
  const files = new Map<string, RawFile>()
  const keep = (key: string, file: RawFile): void => {
    files.delete(key)
    files.set(key, file)
    const [oldest] = files.keys()
    if (files.size > maxFiles && oldest !== undefined) files.delete(oldest)
  }
  const lookUp = (key: string): RawFile | undefined => {
    const file = files.get(key)
    if (file !== undefined) keep(key, file)
    return file
  }
  return { lookUp, keep }
}
