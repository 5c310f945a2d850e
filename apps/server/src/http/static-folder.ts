import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The codings a build may have compressed a file with, best first, and how it then names it. */
const codings = { br: '.br', gzip: '.gz' } as const

export type ContentCoding = keyof typeof codings

export type StaticBody = { bytes: Buffer; etag: string }

export type StaticFile = { contentType: string; plain: StaticBody; compressed: ReadonlyMap<ContentCoding, StaticBody> }

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

// A build of ours has a few megabytes. Many more are another folder than was meant.
const maxFolderBytes = 64 * 1024 * 1024

/**
 * Regular files and real folders alone: a link may lead out of the folder or around in it, and what begins with a dot is not meant for
 * readers. Folder by folder, since a recursive listing of Node's follows links to folders.
 */
const listFiles = (folder: string, below = ''): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = `${below}${entry.name}`
      if (entry.isDirectory()) return listFiles(folder, `${path}/`)
      return entry.isFile() ? [path] : []
    })

const bodyOf = (bytes: Buffer): StaticBody => ({ bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` })

/**
 * The files of a folder by their paths in it, read once. A request is looked up here and never reaches the disk, so no path can lead
 * out of the folder.
 */
export const readStaticFolder = (folder: string): ReadonlyMap<string, StaticFile> => {
  const bodies = new Map<string, StaticBody>()
  let bytes = 0
  for (const path of listFiles(folder)) {
    const body = bodyOf(readFileSync(join(folder, path)))
    bytes += body.bytes.length
    if (bytes > maxFolderBytes)
      throw new Error(`${folder} has more than ${maxFolderBytes / 1_048_576} MB of files. Name the folder that holds a build of pages.`)
    bodies.set(path, body)
  }
  const isCompressed = (path: string): boolean =>
    Object.values(codings).some((ending) => path.endsWith(ending) && bodies.has(path.slice(0, -ending.length)))
  const compressedOf = (path: string): StaticFile['compressed'] =>
    new Map(
      (Object.entries(codings) as [ContentCoding, string][]).flatMap(([coding, ending]) => {
        const body = bodies.get(`${path}${ending}`)
        return body ? [[coding, body] as const] : []
      }),
    )
  return new Map(
    [...bodies]
      .filter(([path]) => !isCompressed(path))
      .map(([path, plain]) => [
        path,
        { contentType: contentTypes[extname(path)] ?? 'application/octet-stream', plain, compressed: compressedOf(path) },
      ]),
  )
}
