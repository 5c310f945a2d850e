import { addTenant } from '../model/tenants.ts'
import type { Installation } from '../../../harness/installation.ts'
import { changedProgram, type SourceChange } from '../../../harness/source-changes.ts'
import { createLane } from './lane.ts'
import { newTally, runDirected } from './sequences.ts'

/** A service that is wrong in one way each: as somebody would break it who means well. */
export const plants: readonly (readonly SourceChange[])[] = [
  [
    {
      file: 'domains/content/embed-access/require-embedded.ts',
      find: 'caller.embed && !found.allow_embed && !isCreator(caller)',
      put: 'caller.embed && !found.allow_embed && !isCreator(caller) && caller.embed.isInternal',
    },
  ],
  [
    {
      file: 'domains/content/items/content-page.ts',
      find: 'rankOf(listing, row.kind), row.key, row.id]',
      put: 'rankOf(listing, row.kind), row.key, row.id + 1]',
    },
  ],
  [
    {
      file: 'domains/content/items/identities.ts',
      find: 'granteeIds: [principalId, ...(await groupsOfUser(db, tenantId, principalId))]',
      put: 'granteeIds: [principalId]',
    },
  ],
]

/** How many of them the sequences written by hand show. */
export const countNoticed = async (installation: Installation): Promise<number> => {
  const foreign = await addTenant(installation, 'foreign-planted')
  let noticed = 0
  for (const [index, changes] of plants.entries()) {
    const { settings, program } = changedProgram(changes)
    const server = await installation.serve({ FACET_LOG_LEVEL: 'warn', ...settings }, program)
    const lane = await createLane({ installation, server, foreign }, `planted${index}`)
    try {
      if ((await runDirected(lane, newTally())).length > 0) noticed += 1
    } finally {
      await lane.close()
      await server.kill('SIGKILL')
    }
  }
  return noticed
}
