import { pushedFileLimits, type uploadDbtManifest as contract } from '@facet/contract'
import { type DeploymentAccess, requireDeployment } from '#access'
import type { Handler } from '#context'
import type { Db } from '#db'
import { insertCatalog, insertManifest, makeRoom, type PushedFile, requireHeldManifest, requireManifest } from '#engine/dbt'
import { markObjectReferenced } from '#engine/modeling'
import { inspectPushed, tooLarge } from './pushed-file.ts'

const { maxBytes } = pushedFileLimits

const keepCatalog = async (db: Db, access: DeploymentAccess, file: PushedFile, manifest: string): Promise<number> => {
  const manifestId = await requireHeldManifest(db, access, manifest)
  await makeRoom(db, access, file.size, manifestId)
  await insertCatalog(db, access, manifestId, file)
  return manifestId
}

const keepManifest = async (db: Db, access: DeploymentAccess, file: PushedFile): Promise<number> => {
  await makeRoom(db, access, file.size, null)
  return insertManifest(db, access, file)
}

export const uploadDbtManifest: Handler<typeof contract> = async ({ params, body, file }, context) => {
  const { catalogOf } = body
  const access = await context.read(async (db) => {
    const allowed = await requireDeployment({ ...context, db }, params.deploymentId)
    if (catalogOf) await requireManifest(db, allowed, catalogOf)
    return allowed
  })
  // Unpacking takes a processor, and a small file may unpack to the largest.
  const release = await context.pushPlaces.enter(access.tenantId, { signal: context.signal })
  try {
    const { chunks, found } = inspectPushed(file)
    const stored = await context.unreferencedObjects.store(access, 'dbt-manifests', chunks, { maxBytes, tooLarge, signal: context.signal })
    const pushed = { key: stored.key, sha256: stored.sha256, ...found() }
    let manifestId = 0
    await context.effect(async (db) => {
      // Claimed before it is referred to: what refers to an object takes it off the list, and the claim would find nothing.
      await markObjectReferenced(db, access, pushed.key)
      manifestId = catalogOf ? await keepCatalog(db, access, pushed, catalogOf) : await keepManifest(db, access, pushed)
    })
    return { manifestId: String(manifestId), sizeBytes: pushed.size, sha256: pushed.sha256 }
  } finally {
    release()
  }
}
