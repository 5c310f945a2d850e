// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import { failures as content } from '../content/failures.ts'
import { failures as dbt } from '../dbt/failures.ts'
import { failures as embed } from '../embed/failures.ts'
import { failures as hosting } from '../hosting/failures.ts'
import { failures as identity } from '../identity/failures.ts'
import { failures as modeling } from '../modeling/failures.ts'
import { failures as querying } from '../querying/failures.ts'
import { failures as tenant } from '../tenant/failures.ts'

export const areaFailures = { ...content, ...dbt, ...embed, ...hosting, ...identity, ...modeling, ...querying, ...tenant }
