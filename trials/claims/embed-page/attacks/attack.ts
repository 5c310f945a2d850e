import type { Frame, Page } from '@facet/testkit/chromium'

/** Addresses that attacks contain. */
export type Aim = { canary: string; datagrams: string }

/** A report that an author saves: a chart, an HTML page or a table. */
export type ReportSpec = {
  kind: 'vega' | 'html' | 'table'
  spec: unknown
  /** The API refuses to save this chart. It is written to the database, as if it was saved before the rule existed. */
  isRefused?: boolean
  /** The refused chart as compiled Vega, which only the page can stop. */
  vega?: object
  dimensions?: string[]
}

export type WidgetSpec = { text: string } | { report: ReportSpec } | { filter: Record<string, unknown> }

/** An open dashboard that contains attacks. */
export type Shown = { page: Page; frame: Frame; hits: ReadonlyMap<string, string>; canary: string }

/** A dashboard widget by a hostile author. */
export type WidgetAttack = {
  name: string
  /** Attacks of one board share a dashboard. An attack that navigates the page has a board of its own. */
  board: string
  /** The author is a creator in a frame, not a user of the tenant. */
  isCreators?: boolean
  widget: (aim: Aim) => WidgetSpec
  /** What the viewer does. */
  act?: (shown: Shown) => Promise<void>
  /** Whether the attack succeeded. Defaults to: its name is among the hits. */
  isSeen?: (shown: Shown) => boolean | Promise<boolean>
}

/** Script code that reports that it ran. */
export const hit = (name: string): string => `facetHit('${name}')`

/** A text beside the attack, which shows that its widget was drawn. */
export const shownMark = (name: string): string => `shown ${name}`

export const press = (name: string): string => `press ${name}`
export const pressIt =
  (name: string) =>
  async ({ frame }: Shown): Promise<void> =>
    frame.getByText(press(name)).first().click()
