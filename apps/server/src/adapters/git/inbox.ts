const newline = 0x0a

/** What has arrived and was not taken yet; chunks are joined only when something is cut out of them. */
export const createInbox = () => {
  let chunks: Buffer[] = []
  let size = 0
  let skipped = 0
  const joined = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    chunks = [all]
    return all
  }
  const take = (bytes: number): Buffer => {
    const all = joined()
    chunks = [all.subarray(bytes)]
    size -= bytes
    return all.subarray(0, bytes)
  }
  return {
    add: (chunk: Buffer): void => {
      const rest = chunk.subarray(Math.min(skipped, chunk.length))
      skipped -= chunk.length - rest.length
      if (rest.length === 0) return
      chunks.push(rest)
      size += rest.length
    },
    has: (bytes: number): boolean => size >= bytes,
    takeLine: (): string | undefined => {
      if (size === 0) return undefined
      const all = joined()
      const end = all.indexOf(newline)
      if (end === -1) return undefined
      return take(end + 1).toString('latin1', 0, end)
    },
    take,
    /** Passes over the next bytes, those that are still to come too. */
    skip: (bytes: number): void => {
      const here = Math.min(bytes, size)
      take(here)
      skipped = bytes - here
    },
  }
}
