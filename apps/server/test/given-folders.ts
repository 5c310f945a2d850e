import { randomUUID } from 'node:crypto'
import type { CreateReportInput, Folder, Report, Static } from '@facet/contract'
import { givenGrant, personIdOf } from './given-content.ts'
import type { Actor, TestServer } from './server.ts'

/** Whoever makes content: by a key in the console, or by the token of a creator. */
type Maker = Pick<Actor, 'api' | 'deploymentId'>

/** A name that nobody else has, unless one is told. */
export const givenFolder = (
  { api, deploymentId }: Maker,
  { name = `Folder ${randomUUID()}`, ...body }: { name?: string; parentId?: number | null; position?: number } = {},
): Promise<Folder> => api.createFolder({ params: { deploymentId }, body: { name, ...body } })

/** Folders one in another, from the root down. */
export const givenFolderPath = async (maker: Maker, levels: number): Promise<Folder[]> => {
  const path: Folder[] = []
  for (let level = 1; level <= levels; level++)
    path.push(await givenFolder(maker, { name: `Level ${level}`, parentId: path.at(-1)?.id ?? null }))
  return path
}

export const givenReport = ({ api, deploymentId }: Maker, body: Static<typeof CreateReportInput> = {}): Promise<Report> =>
  api.createReport({ params: { deploymentId }, body })

/** Shares an item with one person of the console. */
export const givenShareWith = async (
  server: TestServer,
  owner: Actor,
  { id }: { id: number },
  colleague: Actor,
  level: 'view' | 'edit' | 'full' = 'view',
): Promise<void> => givenGrant(server, owner, id, { grantee_kind: 'user', principal_id: await personIdOf(colleague) }, level)
