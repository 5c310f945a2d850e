// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Area } from '#context'
import { content } from '../../domains/content/area.ts'
import { dbt } from '../../domains/dbt/area.ts'
import { embed } from '../../domains/embed/area.ts'
import { hosting } from '../../domains/hosting/area.ts'
import { identity } from '../../domains/identity/area.ts'
import { modeling } from '../../domains/modeling/area.ts'
import { querying } from '../../domains/querying/area.ts'
import { tenant } from '../../domains/tenant/area.ts'

/** Every area of the product. */
export const areas: readonly Area[] = [content, dbt, embed, hosting, identity, modeling, querying, tenant]
