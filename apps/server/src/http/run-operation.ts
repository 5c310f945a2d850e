import { isAudited } from '#kernel/audit'
import type { Services } from '#context'
import { type AnyHandler, type Call, handle, type Outcome, outcomeOf, requestContextOf } from './call.ts'
import { runInSteps } from './run-in-steps.ts'
import { runWhole } from './run-whole.ts'

const runWithout = async (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> =>
  outcomeOf(await handle(handler, call, requestContextOf(services, call)))

const run = (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> => {
  switch (call.operation.database) {
    case 'whole':
      return runWhole(services, handler, call)
    case 'steps':
      return runInSteps(services, handler, call)
    case 'none':
      return runWithout(services, handler, call)
  }
}

/** Runs an operation as its contract says that it uses the database. */
export const runOperation = async (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> => {
  await call.confirm()
  const outcome = await run(services, handler, call)
  // What it ended is in the object store before anybody hears of it, so that no copy of the database brings it back.
  if (isAudited(call.operation)) await services.ledger.settle()
  return outcome
}
