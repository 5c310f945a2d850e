import { createHash } from 'node:crypto'

/** The id git gives a file with this content. */
export const blobIdOf = (content: Buffer): string => createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
