import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { RoleName } from '#config'
import { createLog } from '#adapters/log'
import { cloneDatabase, testConfig } from '#test'
import { areas } from './generated/areas.ts'
import { areasIn, openServices } from './services.ts'
import { tasksOf } from './tasks.ts'

const open = async (roles: RoleName[]) => {
  const database = await cloneDatabase(inject('postgresUrl'))
  const config = testConfig(database.serviceUrl)
  const { services, stop } = await openServices(config, createLog('silent'), roles)
  onTestFinished(async () => {
    await stop()
    await database.drop()
  })
  return { services, config }
}

describe('what a role opens', () => {
  it('is what its areas need: the API alone has no repositories and no threads that compare models', async () => {
    const { services, config } = await open(['api'])

    expect(Object.keys(services)).toContain('embed')
    expect(Object.keys(services)).not.toContain('repositories')
    expect(Object.keys(services.contexts.reading)).toEqual([])
    expect(existsSync(join(config.dataFolder, 'work'))).toBe(false)
    expect(areasIn(['api']).map(({ name }) => name)).not.toContain('modeling')
    expect(tasksOf(['api']).map(({ name }) => name)).toEqual([
      'remove old engine logs and builds',
      'remove expired data tokens',
      'remove processes of nodes that are gone',
    ])
  })

  it('is everything for the role that acts on data models', async () => {
    const { services } = await open(['authoring'])

    expect(Object.keys(services)).toEqual(expect.arrayContaining(['embed', 'repositories', 'pushes']))
    expect(areasIn(['authoring'])).toHaveLength(areas.length)
    expect(tasksOf(['authoring']).map(({ name }) => name)).toContain('retry pushes')
  })

  it('lends an operation in one transaction nothing that lies outside of the database', async () => {
    const { services } = await open(['api', 'authoring'])

    expect(Object.keys(services.contexts.request)).toEqual(['embed', 'models'])
    expect(Object.keys(services.contexts.reading)).toEqual(['repositories', 'unreferencedObjects', 'remotes'])
    expect(Object.keys(services.contexts.changing)).toEqual(['pushes'])
  })
})
