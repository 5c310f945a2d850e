// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type * as content from '#engine/content'
import type * as dbt from '#engine/dbt'
import type * as embed from '#engine/embed'
import type * as hosting from '#engine/hosting'
import type * as modeling from '#engine/modeling'
import type * as querying from '#engine/querying'
import type { settings as dbtSettings } from '#settings/dbt'
import type { settings as embedSettings } from '#settings/embed'
import type { settings as hostingSettings } from '#settings/hosting'
import type { settings as identitySettings } from '#settings/identity'
import type { settings as modelingSettings } from '#settings/modeling'

export type AreaSettings = ReturnType<(typeof dbtSettings)['read']> &
  ReturnType<(typeof embedSettings)['read']> &
  ReturnType<(typeof hostingSettings)['read']> &
  ReturnType<(typeof identitySettings)['read']> &
  ReturnType<(typeof modelingSettings)['read']>

export type AreaServices = content.EngineServices &
  dbt.EngineServices &
  embed.EngineServices &
  hosting.EngineServices &
  modeling.EngineServices &
  querying.EngineServices

export type AreaContexts = content.EngineContexts &
  dbt.EngineContexts &
  embed.EngineContexts &
  hosting.EngineContexts &
  modeling.EngineContexts &
  querying.EngineContexts
