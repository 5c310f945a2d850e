import type { Area } from '#context'
import { checks } from './checks.ts'
import { handlers } from './generated/handlers.ts'

/** dbt: the project that a deployment is connected to, and cubes made of its models. */
export const dbt: Area = { name: 'dbt', handlers, checks }
