// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import { settings as dbt } from '#settings/dbt'
import { settings as embed } from '#settings/embed'
import { settings as hosting } from '#settings/hosting'
import { settings as identity } from '#settings/identity'
import { settings as modeling } from '#settings/modeling'

/** The settings of every area, apart from the areas themselves: who only reads settings loads no more. */
export const areaSettings = [dbt, embed, hosting, identity, modeling] as const
