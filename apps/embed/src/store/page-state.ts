import type { DashboardBootstrap, WidgetDataLine } from '@facet/contract'
import type { Problem, Scheme, Theme } from '@facet/embed/page'
import type { Chosen } from '../controls/control-rules.ts'
import type { Messages } from '../i18n/messages.ts'
import type { ResolvedTheme } from '../theme/resolve-theme.ts'
import type { WidgetData } from '../widgets/types.ts'

/** All that the page is drawn with. The token is not among it. */
export type Shown = Omit<DashboardBootstrap, 'token' | 'expires_in'>

type Line<Type extends WidgetDataLine['type']> = Extract<WidgetDataLine, { type: Type }>
/** What holds for a control, as the service says. */
type ToldControl = Line<'controls'>['controls'][number]

export type WidgetState =
  /** `before`: what was shown until the controls were changed. `waiting`: what the engine is busy with, once it takes long. */
  | { status: 'loading'; before: WidgetData | null; waiting: Pick<Line<'waiting'>, 'stage' | 'seconds'> | null }
  | { status: 'shown'; data: WidgetData }
  | { status: 'failed'; problem: Problem }

export type Phase =
  | 'loading'
  /** The dashboard is there. */
  | 'shown'
  | 'failed'
  | 'expired'
  | 'revoked'
  /** There is no session in the address: private embedding. */
  | 'unsigned'

export type PageState = {
  phase: Phase
  /** Why it failed or ended. */
  problem: Problem | null
  /** Whether the host was asked for another session and may bring one. */
  isRenewing: boolean
  isOnline: boolean
  shown: Shown | null
  locale: DashboardBootstrap['locale']
  messages: Messages
  timezone: string | null
  scheme: Scheme
  /** What the host set at run time. */
  hostTheme: Theme
  /** Whether host or address let the rows be downloaded. */
  mayDownload: boolean
  /** What is drawn with. */
  theme: ResolvedTheme | null
  /** What viewer, address and host have chosen, by widget. */
  chosen: Readonly<Record<string, Chosen>>
  /** What the service says of the controls, by widget; those that are hidden are not told. */
  toldControls: Readonly<Record<string, ToldControl>> | null
  widgets: Readonly<Record<string, WidgetState>>
}
