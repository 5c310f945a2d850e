import { describe, expect, it } from 'vitest'
import { givenReport, useServer } from '#test'

const server = useServer('shared')

describe('removeFavorite', () => {
  it('takes the mark away, and changes nothing where there is none', async () => {
    const owner = await server.admin()
    const { id } = await givenReport(owner)
    const { deploymentId } = owner
    const params = { deploymentId, type: 'REPORT', id } as const
    const isFavorite = async () => (await owner.api.getReport({ params: { deploymentId, reportId: id } })).isFavorite
    await owner.api.addFavorite({ params })
    expect(await isFavorite()).toBe(true)

    await owner.api.removeFavorite({ params })
    await owner.api.removeFavorite({ params })

    expect(await isFavorite()).toBe(false)
  })
})
