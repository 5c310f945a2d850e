import { Buffer } from 'node:buffer'
import { tarPadding, writeTarHeader } from '#adapters/tar'

export { tarEnd } from '#adapters/tar'

/** One file of an archive. */
export const tarFile = (name: string, text: string): Buffer => {
  const content = Buffer.from(text)
  return Buffer.concat([writeTarHeader(name, content.length), content, Buffer.alloc(tarPadding(content.length))])
}
