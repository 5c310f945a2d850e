import { describe, expect } from 'vitest'
import { Failure } from '#kernel/failure'
import { calmStep, givenModeler, plainReport, setVariables, useBuilds, useServer, withOwner } from '#test'
import { makeBuild } from './index.ts'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const builds = useBuilds(server)

describe('an attempt that fails', () => {
  it('leaves an outage to the next attempt, and a defect after the last one to the operator', async ({ owner }) => {
    const id = builds.idOf(owner, await builds.newest(owner))
    builds.compileWith(() => Promise.reject(new Failure('service_unavailable', 'Away.')))
    await expect(makeBuild(builds.parts(), id, calmStep({ attempt: 99 }))).rejects.toThrow('Away.')
    expect(await builds.newest(owner)).toMatchObject({ status: 'building', error_text: 'Away.' })
    builds.compileWith(() => Promise.reject(new TypeError('ours, with secrets')))
    // Attempts count outages, too; a defect is tried again for being one of the first of its kind.
    const said: unknown[] = []
    const step = calmStep({ attempt: 99, progress: { phase: 'read', defects: 3 }, heartbeat: (progress) => said.push(progress) })
    await expect(makeBuild(builds.parts(), id, step)).rejects.toThrow('ours')
    expect(said.at(-1)).toMatchObject({ defects: 4 })
    expect(await builds.newest(owner)).toMatchObject({ status: 'building' })

    expect(await makeBuild(builds.parts(), id, calmStep({ attempt: 2, progress: said.at(-1) }))).toBe('failed')
    builds.compileWith(null)

    expect(await builds.newest(owner)).toMatchObject({ status: 'failed', error_text: expect.stringContaining(`build ${id.buildId}`) })
    expect((await builds.newest(owner)).error_text).not.toContain('secrets')
  })

  it.for(['ENOSPC', 'EMFILE', 'ENOMEM'])(
    'leaves what this node lacks (%s) to another one, however often it was met',
    async (code, { owner }) => {
      const id = builds.idOf(owner, await builds.newest(owner))
      builds.compileWith(async () => {
        throw Object.assign(new Error(`${code}: it is used up`), { code })
      })
      const said: unknown[] = []
      const step = calmStep({ attempt: 99, progress: { phase: 'read', defects: 4 }, heartbeat: (progress) => said.push(progress) })

      await expect(makeBuild(builds.parts(), id, step)).rejects.toThrow(code)
      builds.compileWith(null)

      expect(said.at(-1)).toMatchObject({ defects: 4 })
      expect(await builds.run(owner)).toMatchObject({ status: 'built' })
    },
  )

  it('fails with a text of its own once an outcome that cannot be written was tried often enough', async ({ owner }) => {
    builds.compileWith(async () => ({ ...plainReport, errors: [{ file: null, line: 1n as never, message: 'No JSON.' }] }))

    await expect(builds.run(owner, { progress: { phase: 'failed', defects: 3 } })).rejects.toThrow('BigInt')
    const failed = await builds.run(owner, { progress: { phase: 'failed', defects: 4 } })
    builds.compileWith(null)

    expect(failed).toMatchObject({ status: 'failed', error_text: expect.stringContaining('why could not be kept'), errors: [] })
    expect(await builds.logOf(owner, failed.id)).toContain('No JSON.')
  })

  it('ends with a text when its variables cannot be opened, and the log of the deployment has it', async ({ owner }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_HOST', value: 'db.internal' })
    const id = builds.idOf(owner, await builds.newest(owner))
    const keyRing = Object.create(builds.parts().keyRing, {
      open: {
        value: () => Promise.reject(new Error('Data key 7 of the tenant does not exist.')),
      },
    }) as ReturnType<typeof builds.parts>['keyRing']
    const parts = { ...builds.parts(), keyRing }
    await expect(makeBuild(parts, id, calmStep({ attempt: 1 }))).rejects.toThrow('Data key 7')

    expect(await makeBuild(parts, id, calmStep({ attempt: 5, progress: { phase: 'failed', defects: 4 } }))).toBe('failed')

    const text = expect.stringContaining(`build ${id.buildId}`) as string
    expect(await builds.newest(owner)).toMatchObject({ status: 'failed', error_text: text })
    expect(await builds.logOf(owner, id.buildId)).toEqual([text])
  })
})
