import type { FileHandle } from 'node:fs/promises'

/** Reads so many bytes at a position of a file. One read can return fewer. Throws `endsEarly()` if the file has fewer. */
export const readExactly = async (
  file: Pick<FileHandle, 'read'>,
  position: number,
  length: number,
  endsEarly: () => Error,
): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw endsEarly()
    filled += bytesRead
  }
  return bytes
}
