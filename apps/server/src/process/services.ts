import type { Logger } from '#adapters/log'
import type { RoleName } from '#config'
import type { Area, BaseServices, Config, Services } from '#context'
import { openBaseServices } from './base-services.ts'
import { type Closing, createClosing } from './closing.ts'
import { areas } from './generated/areas.ts'
import { commonTasks, type RunningTasks, startTasks } from './tasks.ts'

/** What an area adds to the others' must have a name of its own. */
const addAll = (to: Record<string, unknown>, from: object, area: string): void => {
  for (const [name, value] of Object.entries(from)) {
    if (name in to) throw new Error(`The area ${area} opens "${name}", which is there already.`)
    to[name] = value
  }
}

const isNeeded = ({ engine }: Area, roles: readonly RoleName[]): boolean =>
  engine !== undefined && (engine.roles?.some((role) => roles.includes(role)) ?? true)

const openEngines = async (base: BaseServices, roles: readonly RoleName[], { add }: Closing): Promise<Services> => {
  const services: Record<string, unknown> = { ...base }
  const contexts = { request: {}, reading: {}, changing: {} }
  for (const area of areas) {
    if (!area.engine || !isNeeded(area, roles)) continue
    const opened = await area.engine.open(base, roles)
    add(opened.stop)
    addAll(services, opened.services, area.name)
    for (const kind of ['request', 'reading', 'changing'] as const) addAll(contexts[kind], opened.contexts[kind], area.name)
  }
  return { ...services, contexts } as unknown as Services
}

/** The areas whose engines are open in a process of these roles, and those that have none. */
export const areasIn = (roles: readonly RoleName[]): Area[] => areas.filter((area) => !area.engine || isNeeded(area, roles))

type Opened = { services: Services; tasks: RunningTasks; stop: () => Promise<void> }

/** Opens everything these roles stand on, in order; `stop` closes it in the opposite one, and so does a failure halfway. */
export const openServices = async (config: Config, log: Logger, roles: readonly RoleName[]): Promise<Opened> => {
  const closing = createClosing()
  try {
    const base = await openBaseServices(config, log, roles, closing)
    const services = await openEngines(base, roles, closing)
    const tasks = startTasks(services, commonTasks)
    closing.add(tasks.stop)
    await tasks.ready
    return { services, tasks, stop: closing.closeAll }
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}
