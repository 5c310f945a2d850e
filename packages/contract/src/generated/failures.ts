// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import { failures as embed } from '../embed/failures.ts'
import { failures as hosting } from '../hosting/failures.ts'
import { failures as identity } from '../identity/failures.ts'
import { failures as modeling } from '../modeling/failures.ts'

export const areaFailures = { ...embed, ...hosting, ...identity, ...modeling }
