import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { RoleName } from '#config'
import { createLog } from '#adapters/log'
import { cloneDatabase, dataFolderOf, givenStandIn, testConfig } from '#test'
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
  it('is what its areas need: the API alone has no repositories and no processes that compare models', async () => {
    const { services, config } = await open(['api'])

    expect(Object.keys(services)).toContain('embed')
    expect(Object.keys(services)).not.toContain('repositories')
    expect(Object.keys(services.contexts.reading)).toEqual([
      'charts',
      'archivePlaces',
      'importTurns',
      'syncObjects',
      'pushPlaces',
      'engines',
      'recordEngineError',
      'modelCompiler',
      'checkPlaces',
      'buildFolder',
      'testConnection',
      'dataPlaces',
      'dataTargets',
      'queryMemory',
      'measureCache',
    ])
    expect(existsSync(join(config.dataFolder, 'repositories'))).toBe(false)
    expect(areasIn(['api']).map(({ name }) => name)).not.toContain('modeling')
    expect(tasksOf(['api']).map(({ name }) => name)).toEqual([
      'remove old dbt syncs',
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

  it('refuses engines without their addon where that is not allowed, and only to the roles that run them', async () => {
    const database = await cloneDatabase(inject('postgresUrl'))
    onTestFinished(database.drop)
    const folder = join(dataFolderOf(database.serviceUrl), 'stand-in')
    await givenStandIn(folder)
    const settings = { FACET_ENGINES_FOLDER: folder, FACET_ENGINE_STAND_IN: 'refuse' }
    const openAs = (role: RoleName, more = {}) =>
      openServices(testConfig(database.serviceUrl, { ...settings, ...more }), createLog('silent'), [role])

    for (const role of ['engine', 'worker'] as const)
      await expect(openAs(role)).rejects.toThrow('FACET_ENGINE_STAND_IN: it is set to refuse, and engine 1.7.43 has no native addon')
    await (await openAs('api')).stop()
    await (await openAs('engine', { FACET_ENGINE_STAND_IN: 'allow' })).stop()
  })

  it('lends an operation in one transaction nothing that lies outside of the database', async () => {
    const { services } = await open(['api', 'authoring'])

    expect(Object.keys(services.contexts.request)).toEqual(['embed', 'models'])
    expect(Object.keys(services.contexts.reading)).toEqual(expect.arrayContaining(['repositories', 'unreferencedObjects', 'remotes']))
    expect(Object.keys(services.contexts.changing)).toEqual(['buildFolder', 'pushes'])
  })
})
