import type { Frame, Page } from '@facet/testkit/chromium'

/** What an attack is made of has these addresses in it. */
export type Aim = { canary: string; datagrams: string }

/** A report that an author saves: a chart, a page of HTML, or a table. */
export type ReportOf = {
  kind: 'vega' | 'html' | 'table'
  spec: unknown
  /** What an unguarded compiler would make of the chart, where the guarded one refuses it. */
  vega?: object
  dimensions?: string[]
}

export type WidgetOf = { text: string } | { report: ReportOf } | { filter: Record<string, unknown> }

/** How a dashboard with attacks in it is seen. */
export type Shown = { page: Page; frame: Frame; hits: ReadonlyMap<string, string>; canary: string }

/** Something of an author that tries to do what it must not, as a widget of a dashboard. */
export type WidgetAttack = {
  name: string
  /** Each of these alone keeps it off; with all of them off it succeeds. */
  guards: readonly string[]
  /** Those of one board are on one dashboard. An attack that takes the page elsewhere has a board of its own. */
  board: string
  /** A creator in a frame is the author, not somebody of the tenant. */
  isCreators?: boolean
  widget: (aim: Aim) => WidgetOf
  /** What the viewer does, who does not know better. */
  act?: (shown: Shown) => Promise<void>
  /** Whether it succeeded, where that is not told by its name. */
  isSeen?: (shown: Shown) => boolean | Promise<boolean>
}

/** In scripts of attacks: tells that it ran. */
export const hit = (name: string): string => `facetHit('${name}')`

/** It is there, whatever became of it. */
export const shownMark = (name: string): string => `shown ${name}`

export const press = (name: string): string => `press ${name}`
export const pressIt =
  (name: string) =>
  async ({ frame }: Shown): Promise<void> =>
    frame.getByText(press(name)).first().click()
