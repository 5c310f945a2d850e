import { describe, expect, it } from 'vitest'
import { type Actor, givenSyncer, refusalOf, syncSettings, useServer, useSyncs } from '#test'

const server = useServer(syncSettings)
const syncs = useSyncs(server)

const preview = ({ api, deploymentId }: Actor, body = {}) => api.previewDbtSync({ params: { deploymentId }, body })

describe('previewDbtSync', () => {
  it('runs everything and commits nothing', async () => {
    const owner = await givenSyncer(server)
    const { syncJobId } = await preview(owner, { ref: 'feature/margins' })

    expect(await syncs.run(owner, syncJobId)).toBe('completed')

    expect(syncs.taken).toContain('publish')
    expect(syncs.committed).toEqual([])
    const [run] = (await owner.api.listDbtSyncs({ params: owner })).items
    expect(run).toMatchObject({ status: 'COMPLETED', isPreview: true, commitHash: null, gitRef: 'feature/margins' })
    const params = { deploymentId: owner.deploymentId, syncJobId }
    expect(await owner.api.getDbtSyncDiff({ params, query: {} })).toEqual({ changes: [] })
    expect(await owner.api.getDbtSyncReport({ params })).toEqual({ models: [] })
    expect((await owner.api.getDbtSyncLog({ params })).items.at(-1)).toMatchObject({
      message: 'Nothing was committed: this was a preview.',
    })
  })

  it('is refused as a sync is', async () => {
    const owner = await givenSyncer(server)

    expect(await refusalOf(preview(owner, { branchName: 'main' }))).toMatchObject({ code: 'dbt_target_refused' })
    expect(await refusalOf(preview(owner, { manifestId: '' }))).toMatchObject({ code: 'dbt_manifest_id_invalid' })
    expect(await refusalOf(preview(await server.admin()))).toMatchObject({ code: 'dbt_not_configured' })
  })
})
