// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import { auditTargets as content } from '../content/audit-targets.ts'
import { auditTargets as dbt } from '../dbt/audit-targets.ts'
import { auditTargets as embed } from '../embed/audit-targets.ts'
import { auditTargets as hosting } from '../hosting/audit-targets.ts'
import { auditTargets as identity } from '../identity/audit-targets.ts'
import { auditTargets as modeling } from '../modeling/audit-targets.ts'
import { auditTargets as tenant } from '../tenant/audit-targets.ts'

export const areaAuditTargets = { ...content, ...dbt, ...embed, ...hosting, ...identity, ...modeling, ...tenant }
