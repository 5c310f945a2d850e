import type { DataTarget } from '#access'
import { andThen } from './at-once.ts'
import type { GatewayDependencies } from './dependencies.ts'
import { routeRefusals } from './refusals.ts'

/** How a request came; `isHostRouted`: its host names the deployment, and not its path. */
export type Arrival = { host: string; origin: string; address: string; isHostRouted: boolean }

type Known = Pick<GatewayDependencies, 'tenants' | 'targets'>

/** The deployment that a request is for, or a refusal. With an address the caller may be anybody. */
export const createFindTarget =
  ({ tenants, targets }: Known) =>
  ({ host, isHostRouted }: Arrival, slug: string | null, address?: string): DataTarget | Promise<DataTarget> => {
    const required = (target: DataTarget | undefined): DataTarget => {
      if (!target) throw isHostRouted ? routeRefusals.host() : routeRefusals.deployment()
      return target
    }
    if (isHostRouted) return andThen(targets.find(null, host, address), required)
    return andThen(tenants.find(null, host, address), (tenant) => {
      if (!tenant) throw routeRefusals.host()
      return andThen(targets.find(tenant.id, slug ?? '', address), required)
    })
  }
