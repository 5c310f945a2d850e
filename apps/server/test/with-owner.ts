import { it } from 'vitest'
import { givenCreator, givenDashboard, givenWorkbook } from './given-content.ts'
import { givenFolder } from './given-folders.ts'
import { givenDeployments, givenGroup, givenUser } from './given.ts'
import type { Actor, TestServer } from './server.ts'

/**
 * The `it` of a suite: a case names what it starts with. `owner` and `admin` are an administrator of a new tenant. Everything else
 * but `stranger` belongs to that tenant.
 */
export const withOwner = (server: TestServer, given: () => Promise<Actor> = () => server.admin()) =>
  it
    .extend('owner', () => given())
    .extend('admin', ({ owner }) => owner)
    .extend('stranger', () => server.admin())
    .extend('explorer', ({ owner }) => server.colleague(owner, { role: 'Explorer' }))
    .extend('developer', ({ owner }) => server.colleague(owner, { role: 'Developer' }))
    .extend('viewer', ({ owner }) => server.colleague(owner, { role: 'Viewer' }))
    .extend('creator', ({ owner }) => givenCreator(server, owner))
    .extend('second', async ({ owner }) => (await givenDeployments(owner, 'Second'))[0] ?? 0)
    .extend('userId', ({ owner }) => givenUser(owner))
    .extend('groupId', ({ owner }) => givenGroup(owner))
    .extend('folder', ({ owner }) => givenFolder(owner))
    .extend('workbook', ({ owner }) => givenWorkbook(owner))
    .extend('dashboard', ({ owner }) => givenDashboard(owner))
