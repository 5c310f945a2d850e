import type { DeploymentAccess } from '#access'
import type { Context } from '#context'

/** What was noted of one remote says nothing about another. */
export const forgetHeads = (context: Context, access: DeploymentAccess): Promise<void> =>
  context.repositories.write(context, access, async (edit) => {
    for (const name of Object.keys(edit.state.refs)) if (name.startsWith('remotes/')) edit.setRef(name, null)
  })
