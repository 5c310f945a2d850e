import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectCorrupt, ObjectMissing, type ObjectStore, storedObjectKey } from '#adapters/object-store'
import { maxArtifactBytes, projectFolder } from './artifact.ts'
import { untar } from './untar.ts'

export type StoredArtifact = { tenantId: number; key: string; sha256: string }

/** The store does not have it any more: it is to be built again. */
export class ArtifactLost extends Error {
  constructor(key: string, cause: unknown) {
    super(`The artifact ${key} is lost.`, { cause })
    this.name = 'ArtifactLost'
  }
}

/** An artifact on this node's disk. `project` is what an engine mounts, read-only. It stays until it is released. */
export type OpenArtifact = { project: string; folder: string; release: () => void }

export type Artifacts = {
  open: (artifact: StoredArtifact, signal: AbortSignal) => Promise<OpenArtifact>
  close: () => Promise<void>
}

const limits = { maxFiles: 10_001, maxBytes: maxArtifactBytes }

/** Brings an artifact into a folder that does not exist yet: verified, then unpacked. Gives how many bytes of the disk it takes. */
export const openArtifact = async (
  store: Pick<ObjectStore, 'getToFile'>,
  { tenantId, key, sha256 }: StoredArtifact,
  intoFolder: string,
  signal: AbortSignal,
): Promise<number> => {
  const archive = `${intoFolder}.tar`
  try {
    await store.getToFile(storedObjectKey({ tenantId }, key), sha256, archive, { signal })
    await mkdir(join(intoFolder, projectFolder), { recursive: true, mode: 0o755 })
    return await untar(archive, intoFolder, limits, signal)
  } catch (error) {
    await rm(intoFolder, { recursive: true, force: true })
    if (error instanceof ObjectMissing || error instanceof ObjectCorrupt) throw new ArtifactLost(key, error)
    throw error
  } finally {
    await rm(archive, { force: true })
  }
}

type Kept = { folder: string; bytes: number; users: number; ready: Promise<void> }

/** Artifacts on this node's disk, a folder for each; beyond so many bytes of it those go that were used longest ago and are not in use. */
export const createArtifacts = (store: Pick<ObjectStore, 'getToFile'>, folder: string, maxBytes: number): Artifacts => {
  /** In the order of their last use. By the tenant as well: another's is never found by its key alone. */
  const kept = new Map<string, Kept>()
  let isClosed = false

  const bring = (name: string, artifact: StoredArtifact, signal: AbortSignal): Kept => {
    const target = join(folder, `${artifact.tenantId}-${artifact.sha256.slice(0, 32)}-${randomBytes(4).toString('hex')}`)
    const one: Kept = { folder: target, bytes: 0, users: 0, ready: Promise.resolve() }
    one.ready = (async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      one.bytes = await openArtifact(store, artifact, `${target}.part`, signal)
      await rename(`${target}.part`, target)
    })().catch((error: unknown) => {
      if (kept.get(name) === one) kept.delete(name)
      throw error
    })
    return one
  }

  const makeRoom = async (): Promise<void> => {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    const going: Promise<void>[] = []
    for (const [name, one] of kept) {
      if (bytes <= maxBytes) break
      if (one.users > 0) continue
      kept.delete(name)
      bytes -= one.bytes
      going.push(rm(one.folder, { recursive: true, force: true }))
    }
    await Promise.all(going)
  }

  const open: Artifacts['open'] = async (artifact, signal) => {
    if (isClosed) throw new Error('The artifacts of this node were closed: its process is stopping.')
    const name = `${artifact.tenantId} ${artifact.key}`
    const known = kept.get(name)
    const one = known ?? bring(name, artifact, signal)
    kept.delete(name)
    kept.set(name, one)
    one.users++
    try {
      await one.ready
    } catch (error) {
      one.users--
      // Whoever began to bring it may have given up; that is no reason for others to.
      if (known && !signal.aborted && !(error instanceof ArtifactLost)) return open(artifact, signal)
      throw error
    }
    await makeRoom()
    let isReleased = false
    return {
      folder: one.folder,
      project: join(one.folder, projectFolder),
      release: () => {
        if (!isReleased) one.users--
        isReleased = true
      },
    }
  }

  return {
    open,
    close: async () => {
      isClosed = true
      await Promise.allSettled([...kept.values()].map(({ ready }) => ready))
      kept.clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
