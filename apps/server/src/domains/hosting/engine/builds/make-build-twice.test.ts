import { describe, expect } from 'vitest'
import { calmStep, givenFiles, givenModeler, plainReport, useBuilds, useServer, withOwner } from '#test'
import { activateBuild, makeBuild } from './index.ts'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const builds = useBuilds(server)

describe('a build that is worked on twice', () => {
  it('goes on from what was stored when the worker died before production went over', async ({ owner }) => {
    const id = builds.idOf(owner, await builds.newest(owner))
    await makeBuild(builds.parts(), id, calmStep())
    const stored = await builds.newest(owner)
    expect(stored).toMatchObject({ status: 'warmup' })
    expect(await builds.served(owner)).toBeNull()
    const compiled = builds.compiled.length

    expect(await makeBuild(builds.parts(), id, calmStep({ attempt: 2 }))).toBe('stored')
    expect([await activateBuild(builds.parts(), id), await activateBuild(builds.parts(), id)]).toEqual(['built', 'over'])

    expect(builds.compiled).toHaveLength(compiled)
    expect(await builds.newest(owner)).toMatchObject({ status: 'built', artifact_key: stored.artifact_key })
    expect(await builds.served(owner)).toBe(id.buildId)
    const listed = await server.query('select key from unreferenced_objects where key = $1', [stored.artifact_key])
    expect(listed).toEqual([])
  })

  it('has one artifact when two attempts end at once; the other is left to the collector', async ({ owner }) => {
    const id = builds.idOf(owner, await builds.newest(owner))
    let begun = 0
    const bothBegan = Promise.withResolvers<true>()
    builds.compileWith(async () => {
      if (++begun === 2) bothBegan.resolve(true)
      await bothBegan.promise
      return plainReport
    })

    const outcomes = await Promise.all([makeBuild(builds.parts(), id, calmStep()), makeBuild(builds.parts(), id, calmStep())])
    builds.compileWith(null)
    await activateBuild(builds.parts(), id)

    expect(outcomes.toSorted()).toEqual(['over', 'stored'])
    const { artifact_key: kept } = await builds.newest(owner)
    const listed = await server.query<{ key: string }>(
      "select key from unreferenced_objects where tenant_id = $1 and key like '%/artifacts/%'",
      [owner.tenantId],
    )
    expect(listed).toHaveLength(1)
    expect(listed[0]?.key).not.toBe(kept)
  })

  it('does not bring production back to an older one', async ({ owner }) => {
    const older = builds.idOf(owner, await builds.newest(owner))
    await makeBuild(builds.parts(), older, calmStep())
    await givenFiles(server, owner, 'main', { 'model/new.yml': 'cubes: []' })
    const newer = await builds.run(owner)
    // It came to nothing when the newer one began; a restored database may have it open again.
    expect(await activateBuild(builds.parts(), older)).toBe('over')
    await server.query("update builds set status = 'warmup' where id = $1", [older.buildId])

    expect(await activateBuild(builds.parts(), older)).toBe('built')

    expect(await builds.served(owner)).toBe(newer.id)
  })
})
