// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { handlers as content } from '../../domains/content/generated/handlers.ts'
import { handlers as dbt } from '../../domains/dbt/generated/handlers.ts'
import { handlers as embed } from '../../domains/embed/generated/handlers.ts'
import { handlers as hosting } from '../../domains/hosting/generated/handlers.ts'
import { handlers as identity } from '../../domains/identity/generated/handlers.ts'
import { handlers as modeling } from '../../domains/modeling/generated/handlers.ts'
import { handlers as querying } from '../../domains/querying/generated/handlers.ts'
import { handlers as tenant } from '../../domains/tenant/generated/handlers.ts'

/** Which function serves which operation. An operation without an entry does not compile. */
export const handlers: Handlers = { ...content, ...dbt, ...embed, ...hosting, ...identity, ...modeling, ...querying, ...tenant }
