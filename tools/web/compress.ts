import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(css|html|js|json|svg|txt)$/

const smallest = (text: Buffer): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })

/** Writes `.br` and `.gz` beside every file of text, once and as small as they get, so that no request waits for it. */
export const compressFolder = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path)
    for (const [ending, bytes] of [
      ['.br', smallest(text)],
      ['.gz', gzipSync(text, { level: 9 })],
    ] as const)
      if (bytes.length < text.length) writeFileSync(`${path}${ending}`, bytes)
  }
}
