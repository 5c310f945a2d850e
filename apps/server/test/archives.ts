import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Actor } from './server.ts'

/** The archive of a deployment as the client gives it. */
export const exportedBytes = async ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of api.exportContent({ params: { deploymentId } })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Files by path, as `tar` itself unpacks them. */
export type ArchiveFiles = Record<string, string>

export const unpacked = (archive: Buffer): ArchiveFiles => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-archive-'))
  try {
    writeFileSync(join(folder, 'in.tar'), archive)
    execFileSync('tar', ['-x', '-f', 'in.tar', '--one-top-level=out'], { cwd: folder })
    const paths = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
    return Object.fromEntries(
      paths
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(join(folder, 'out').length + 1), readFileSync(path, 'utf8')] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const exportedFiles = async (actor: Pick<Actor, 'api' | 'deploymentId'>): Promise<ArchiveFiles> =>
  unpacked(await exportedBytes(actor))

/** An archive of these files, as `tar` itself packs it. */
export const packed = (files: ArchiveFiles): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-archive-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'in', path)), { recursive: true })
      writeFileSync(join(folder, 'in', path), text)
    }
    return execFileSync('tar', ['-c', '-f', '-', '-C', join(folder, 'in'), '.'], { maxBuffer: 1024 * 1024 * 1024 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type ImportQuery = NonNullable<Parameters<Actor['api']['importContent']>[0]['query']>

export const imported = ({ api, deploymentId }: Pick<Actor, 'api' | 'deploymentId'>, archive: Uint8Array, query: ImportQuery = {}) =>
  api.importContent({ params: { deploymentId }, query, body: {}, file: archive })

/** The same files with one of them changed. */
export const withChange = (files: ArchiveFiles, path: string, change: Record<string, unknown>): ArchiveFiles => ({
  ...files,
  [path]: JSON.stringify({ ...(JSON.parse(files[path] ?? '{}') as object), ...change }),
})
