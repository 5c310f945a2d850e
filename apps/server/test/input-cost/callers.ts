import { type Fixture, givenTenants } from '../authorization-matrix/tenants.ts'
import { enterDevMode } from '../given-branch.ts'
import { givenFrame } from '../given-content.ts'
import type { TestServer } from '../server.ts'

/** What requests name: resources of the caller's own, by the names that paths and bodies have for them. */
export type Named = Record<string, string | number>

/** A caller of every operation. */
export type InputCaller = {
  url: string
  headers: Record<string, string>
  apiKey: string
  embedToken: string
  fixture: Fixture
  named: Named
}

/** A tenant with one resource of each kind, an administrator's key and an embed token. */
export const givenInputCaller = async (server: TestServer): Promise<InputCaller> => {
  const fixture = await givenTenants(server)
  const { owner, own } = fixture
  const inOwn = { ...owner, deploymentId: own.deploymentId }
  const frame = await givenFrame(server, inOwn, { externalId: 'large-input' })
  const branchName = await enterDevMode(inOwn)
  const named = { ...own, parentId: own.folderId, folder: own.folderId, branchName, from: branchName }
  return { url: server.url(), headers: owner.headers, apiKey: owner.key, embedToken: frame.key, fixture, named }
}
