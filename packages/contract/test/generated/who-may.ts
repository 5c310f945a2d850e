// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { OperationId } from '../../src/index.ts'
import type { WhoMay } from '../rights.ts'
import { whoMay as content } from '../who-may/content.ts'
import { whoMay as dbt } from '../who-may/dbt.ts'
import { whoMay as embed } from '../who-may/embed.ts'
import { whoMay as hosting } from '../who-may/hosting.ts'
import { whoMay as identity } from '../who-may/identity.ts'
import { whoMay as modeling } from '../who-may/modeling.ts'
import { whoMay as querying } from '../who-may/querying.ts'
import { whoMay as tenant } from '../who-may/tenant.ts'

export const whoMay: Record<OperationId, WhoMay> = {
  ...content,
  ...dbt,
  ...embed,
  ...hosting,
  ...identity,
  ...modeling,
  ...querying,
  ...tenant,
}
