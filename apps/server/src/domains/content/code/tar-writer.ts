import { Buffer } from 'node:buffer'

/** What an archive is made of. */
export const blockBytes = 512

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

/** Where the sum of a header stands in it, and the blanks that it is taken with. */
export const checksumAt = { start: 148, end: 156 } as const

export const checksumOf = (header: Buffer): number => {
  let sum = 0
  for (let index = 0; index < blockBytes; index++) sum += index >= checksumAt.start && index < checksumAt.end ? 0x20 : (header[index] ?? 0)
  return sum
}

/** POSIX ustar, of nobody and from the beginning of time: the same files give the same bytes. Names are ASCII, of 100 characters at most. */
const headerOf = (name: string, size: number): Buffer => {
  if (name.length > 100) throw new RangeError(`"${name}" is too long for the name of a file in an archive.`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 'ascii')
  header.write(octal(0o644, 7), 100, 'ascii')
  header.write(octal(0, 7), 108, 'ascii')
  header.write(octal(0, 7), 116, 'ascii')
  header.write(octal(size, 11), 124, 'ascii')
  header.write(octal(0, 11), 136, 'ascii')
  header.write('0', 156, 'ascii')
  header.write('ustar\x0000', 257, 'ascii')
  header.write(`${octal(checksumOf(header), 6)} `, checksumAt.start, 'ascii')
  return header
}

/** One file of an archive. */
export const tarFile = (name: string, text: string): Buffer => {
  const content = Buffer.from(text)
  const padding = (blockBytes - (content.length % blockBytes)) % blockBytes
  return Buffer.concat([headerOf(name, content.length), content, Buffer.alloc(padding)])
}

/** What an archive ends with. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * blockBytes)
