import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectCorrupt, ObjectMissing, type ObjectStore, storedObjectKey } from '#adapters/object-store'
import type { UnreferencedObjects } from '#engine/modeling'
import { BuildProblem } from './build-problem.ts'
import { maxProjectBytes } from './model-tree.ts'
import { tarOf, type TarFile } from './tar.ts'
import type { Artifact, BuildId, BuildReport } from './types.ts'

/** Below it in an artifact are the files of the project. Beside it is the report. */
export const projectFolder = 'project'
export const reportFile = 'report.json'

// The files, a header for each, and the report.
export const maxArtifactBytes = maxProjectBytes + 64 * 1_048_576

const fileOf = async (folder: string, path: string): Promise<TarFile> => {
  const file = join(folder, path)
  const { size } = await stat(file)
  return { path: `${projectFolder}/${path}`, size, chunks: () => createReadStream(file) as AsyncIterable<Buffer> }
}

const reportOf = (report: BuildReport): TarFile => {
  const bytes = Buffer.from(JSON.stringify(report))
  return {
    path: reportFile,
    size: bytes.length,
    async *chunks() {
      yield bytes
    },
  }
}

type Packed = { folder: string; paths: readonly string[]; report: BuildReport }

/** Puts project and report into the store as one object, whole or not at all. No row refers to it yet. */
export const storeArtifact = async (
  objects: Pick<UnreferencedObjects, 'store'>,
  build: BuildId,
  { folder, paths, report }: Packed,
  signal: AbortSignal,
): Promise<Artifact> => {
  const files = [reportOf(report)]
  for (const path of paths) files.push(await fileOf(folder, path))
  const tooLarge = () => new BuildProblem(`The artifact has more than ${maxArtifactBytes} bytes.`)
  const { key, sha256, size } = await objects.store(build, 'artifacts', tarOf(files), { maxBytes: maxArtifactBytes, tooLarge, signal })
  return { key, sha256, bytes: size }
}

/** Whether the store has it, byte for byte. */
export const isArtifactThere = async (
  store: Pick<ObjectStore, 'stream'>,
  { tenantId }: Pick<BuildId, 'tenantId'>,
  { key, sha256 }: Pick<Artifact, 'key' | 'sha256'>,
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    const chunks = store.stream(storedObjectKey({ tenantId }, key), sha256, { signal })[Symbol.asyncIterator]()
    while (!(await chunks.next()).done);
    return true
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof ObjectCorrupt) return false
    throw error
  }
}
