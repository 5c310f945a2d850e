import type * as contract from '@facet/contract'
import { expect, it } from 'vitest'
import type { DeploymentAccess } from '#access'
import { audited } from '#kernel/audit'
import type { ChangingContext, Context, Handler, ReadingContext, RequestContext } from '#context'
import type { Db } from '#db'

// Nothing of this runs: what matters is that it compiles, and that the marked lines do not.
const usesOfTheDatabase = (access: DeploymentAccess, db: Db) => [
  ({ db: own }: Context) => own.selectFrom('deployments'),
  // @ts-expect-error A whole operation has nothing outside of the database within reach.
  ({ repositories }: Context) => repositories,
  // @ts-expect-error An operation in steps has no transaction of its own.
  ({ db: own }: ChangingContext) => own,
  // @ts-expect-error One that needs none has none.
  ({ db: own }: RequestContext) => own,
  // @ts-expect-error Nor does it look.
  ({ read }: RequestContext) => read,
  // @ts-expect-error Whoever only reads has no effect.
  ({ effect }: ReadingContext) => effect,
  (context: ReadingContext) => context.repositories.read(context, access, async () => 1),
  // @ts-expect-error With a transaction open nobody waits for git.
  (context: ReadingContext) => context.repositories.read({ ...context, db }, access, async () => 1),
]

const branchIsCreated = audited({ active: false, branchName: 'a', parentBranch: 'main' }, [{ kind: 'branch', id: 'a', did: 'created' }])

const answers: Handler<typeof contract.createBranch>[] = [
  (_, { effect }) => effect(async () => branchIsCreated),
  // @ts-expect-error A change in steps answers with what was committed.
  async () => branchIsCreated,
  // @ts-expect-error And so does a step that is not the effect.
  (_, { step }) => step(async () => branchIsCreated),
]

it('the context of a handler depends on the database use of its operation', () => {
  expect([usesOfTheDatabase.length, answers.length]).toEqual([2, 3])
})
