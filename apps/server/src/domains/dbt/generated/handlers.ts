// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { deleteDbtIntegration } from '../integration/delete-dbt-integration.ts'
import { getDbtIntegration } from '../integration/get-dbt-integration.ts'
import { setDbtIntegration } from '../integration/set-dbt-integration.ts'

/** Which function serves which operation of this area. */
export const handlers = { deleteDbtIntegration, getDbtIntegration, setDbtIntegration } satisfies Partial<Handlers>
