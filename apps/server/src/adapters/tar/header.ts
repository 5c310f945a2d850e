import { Buffer } from 'node:buffer'

/** The unit of an archive: a header has one, and a file is padded to whole ones. */
export const blockBytes = 512

const checksumField = { start: 148, end: 156 }

/** The header of an entry is not one of POSIX tar. */
export class TarHeaderInvalid extends Error {
  constructor(problem: string) {
    super(`${problem}.`)
    this.name = 'TarHeaderInvalid'
  }
}

export type TarHeader = { name: string; size: number; type: string }

/** The sum of all bytes of a header, with blanks in place of the sum itself. */
export const tarChecksum = (header: Buffer): number => {
  let sum = 0
  for (let index = 0; index < blockBytes; index++)
    sum += index >= checksumField.start && index < checksumField.end ? 0x20 : (header[index] ?? 0)
  return sum
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

/** POSIX ustar, without owner and time: the same files give the same bytes. Names are ASCII, at most 100 characters long. */
export const writeTarHeader = (name: string, size: number, type: '0' | 'x' = '0'): Buffer => {
  if (name.length > 100) throw new RangeError(`"${name}" is too long for the name of a file in an archive.`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 'ascii')
  header.write(octal(0o644, 7), 100, 'ascii')
  header.write(octal(0, 7), 108, 'ascii')
  header.write(octal(0, 7), 116, 'ascii')
  header.write(octal(size, 11), 124, 'ascii')
  header.write(octal(0, 11), 136, 'ascii')
  header.write(type, 156, 'ascii')
  header.write('ustar\x0000', 257, 'ascii')
  header.write(`${octal(tarChecksum(header), 6)} `, checksumField.start, 'ascii')
  return header
}

const textIn = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}

const invalid = (name: string, problem: string): TarHeaderInvalid =>
  new TarHeaderInvalid(`Invalid tar header for ${JSON.stringify(name.slice(0, 200))}: ${problem}`)

const numberIn = (header: Buffer, start: number, length: number, name: string, field: string): number => {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(header.toString('latin1', start, start + length))?.[1]
  if (digits === undefined) throw invalid(name, `the ${field} is not octal`)
  return Number.parseInt(digits, 8)
}

/** Reads the header of an entry. Null for the blank block that ends an archive. */
export const readTarHeader = (header: Buffer): TarHeader | null => {
  if (header.every((byte) => byte === 0)) return null
  const magic = header.toString('latin1', 257, 265)
  if (!magic.startsWith('ustar')) throw new TarHeaderInvalid('The file is not a tar archive, or it is damaged or compressed')
  const prefix = magic === 'ustar\x0000' ? textIn(header, 345, 155) : ''
  const name = [prefix, textIn(header, 0, 100)].filter(Boolean).join('/')
  if (numberIn(header, checksumField.start, 8, name, 'checksum') !== tarChecksum(header)) throw invalid(name, 'the checksum is wrong')
  return { name, size: numberIn(header, 124, 12, name, 'size'), type: header.toString('latin1', 156, 157) }
}

/** How many bytes follow a file of this size until the next header. */
export const tarPadding = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes

/** The blank blocks that end an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * blockBytes)
