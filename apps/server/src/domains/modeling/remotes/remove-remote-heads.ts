import type { DeploymentAccess } from '#access'
import type { ChangingContext } from '#context'
import type { Committed, Db } from '#db'

/** What was noted of one remote says nothing about another: the notes go in one transaction with what is done about the remote. */
export const removeRemoteHeads = <A>(
  context: ChangingContext,
  access: DeploymentAccess,
  conclude: (db: Db) => Promise<A>,
): Promise<Committed<A>> =>
  context.repositories.write(
    context,
    access,
    async (edit) => {
      for (const name of Object.keys(edit.state.refs)) if (name.startsWith('remotes/')) edit.setRef(name, null)
    },
    conclude,
  )
