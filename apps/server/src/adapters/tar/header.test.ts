import { describe, expect, it } from 'vitest'
import { readTarHeader, tarChecksum, tarPadding, writeTarHeader } from './index.ts'

/** A header with other bytes and a checksum that fits them. */
const changed = (change: (header: Buffer) => unknown): Buffer => {
  const header = writeTarHeader('model/orders.yml', 1000)
  change(header)
  header.write(`${tarChecksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return header
}

describe('readTarHeader', () => {
  it('reads what writeTarHeader wrote', () => {
    expect(readTarHeader(writeTarHeader('model/orders.yml', 1000))).toEqual({ name: 'model/orders.yml', size: 1000, type: '0' })
    expect(readTarHeader(writeTarHeader('pax', 30, 'x'))).toEqual({ name: 'pax', size: 30, type: 'x' })
  })

  it('returns null for a blank block', () => {
    expect(readTarHeader(Buffer.alloc(512))).toBeNull()
  })

  it('reads the prefix of a long name', () => {
    expect(readTarHeader(changed((header) => header.write('deep', 345, 'ascii')))?.name).toBe('deep/model/orders.yml')
  })

  it.each<[string, Buffer, string]>([
    ['the checksum does not fit', writeTarHeader('a', 1).fill('b', 0, 1), 'Invalid tar header for "b": the checksum is wrong.'],
    ['the checksum is missing', writeTarHeader('a', 1).fill(0, 148, 156), 'Invalid tar header for "a": the checksum is not octal.'],
    ['the size is not a number', changed((header) => header.write('7z7', 124)), 'the size is not octal.'],
    ['the size is binary', changed((header) => header.write('\x80\0\0\0\0\0\0\0\x7f\0\0\0', 124, 'latin1')), 'the size is not octal.'],
    ['the magic is missing', changed((header) => header.fill(0, 257, 265)), 'not a tar archive'],
  ])('throws when %s', (_, header, message) => {
    expect(() => readTarHeader(header)).toThrow(message)
  })
})

it('pads a file to whole blocks', () => {
  expect([0, 1, 511, 512, 513].map(tarPadding)).toEqual([0, 511, 1, 0, 511])
})
