import type { uploadDbtManifest as contract } from '@facet/contract'
import { conversionLimits } from '@facet/dbt-convert'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { insertManifest } from '#engine/dbt'
import { markObjectReferenced } from '#engine/modeling'
import { Failure } from '#kernel/failure'

const maxBytes = conversionLimits.maxManifestBytes

const tooLarge = (): Failure =>
  new Failure(
    'dbt_manifest_too_large',
    `The manifest has more than ${maxBytes / 1_048_576} MB. Send one without compiled code: that of \`dbt parse\`.`,
  )

/** What is no JSON object is refused before it is kept. The rest is judged when it is read, behind walls. */
async function* beginningAsObject(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let hasBegun = false
  for await (const chunk of chunks) {
    const first: string | undefined = hasBegun ? '{' : /\S/.exec(chunk.toString('latin1'))?.[0]
    if (first !== undefined && first !== '{')
      throw new Failure('dbt_manifest_invalid', 'The file is not a JSON object. Send target/manifest.json as dbt wrote it.')
    hasBegun ||= first === '{'
    yield chunk
  }
  if (!hasBegun) throw new Failure('dbt_manifest_invalid', 'The file is empty. Send target/manifest.json as dbt wrote it.')
}

export const uploadDbtManifest: Handler<typeof contract> = async ({ params, file }, context) => {
  const access = await context.read((db) => requireDeployment({ ...context, db }, params.deploymentId))
  const object = await context.unreferencedObjects.store(access, 'dbt-manifests', beginningAsObject(file), {
    maxBytes,
    tooLarge,
    signal: context.signal,
  })
  let manifestId = 0
  await context.effect(async (db) => {
    await markObjectReferenced(db, access, object.key)
    manifestId = await insertManifest(db, access, object)
  })
  return { manifestId: String(manifestId), sizeBytes: object.size, sha256: object.sha256 }
}
