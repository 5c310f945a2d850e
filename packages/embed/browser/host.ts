import type { Frame, Page } from '@facet/testkit/chromium'
import type * as sdk from '../src/index.ts'
import type { Sites } from './sites.ts'

/** What test code in the host's page finds on its window. */
export type HostWindow = Window & {
  FacetEmbed: typeof sdk
  embeds: Record<string, sdk.Embed>
  asked: string[]
  events: string[]
}

export type Mounting = {
  publicId?: string
  /** The sessions that the callback answers one after another, the last for ever; one that begins with `!` is thrown. */
  sessions?: string[]
  options?: Partial<sdk.Options>
  /** Set right after the mount, before the page can be ready. */
  set?: Parameters<sdk.Embed['set']>[0]
}

/** Mounts into the element of that id. `asked` records the calls of its callback, `events` its events. */
export const mountAt = (page: Page, id: string, url: string, mounting: Mounting = {}): Promise<void> =>
  page.evaluate(
    ({ into, address, mounting: { publicId = 'sales', sessions = [`session-${into}`], options, set } }) => {
      const view = window as unknown as HostWindow
      view.asked ??= []
      view.events ??= []
      view.embeds ??= {}
      const left = [...sessions]
      const embed = view.FacetEmbed.mount(`#${into}`, {
        url: address,
        publicId,
        title: `Sales ${into}`,
        session: async (why) => {
          view.asked.push(`${into} ${why}`)
          const session = (left.length > 1 ? left.shift() : left[0]) ?? ''
          if (session.startsWith('!')) throw new Error(session)
          return session
        },
        ...options,
      })
      embed.on('*', ({ type, payload }) => {
        if (type !== 'height')
          view.events.push(
            `${into} ${type} ${(payload as { code?: string; state?: string }).code ?? (payload as { state?: string }).state ?? ''}`.trim(),
          )
      })
      view.embeds[into] = embed
      if (set) void embed.set(set)
    },
    { into: id, address: url, mounting },
  )

export const ready = (page: Page, id: string): Promise<unknown> =>
  page.evaluate((each) => (window as unknown as HostWindow).embeds[each]?.ready, id)

type Opening = { hasClock?: boolean }

/** Opens the host page with an embed in `#a`. With `hasClock`, the test moves the time of the page. */
export const openMounted = async ({ open, facet }: Sites, mounting?: Mounting, { hasClock = false }: Opening = {}): Promise<Page> => {
  const page = await open()
  if (hasClock) await page.clock.install()
  await mountAt(page, 'a', facet, mounting)
  return page
}
export const openReady = async (...args: Parameters<typeof openMounted>): Promise<Page> => {
  const page = await openMounted(...args)
  await ready(page, 'a')
  return page
}

export const stateOf = (page: Page, id: string): Promise<string | undefined> =>
  page.evaluate((each) => (window as unknown as HostWindow).embeds[each]?.state, id)
export const eventsOf = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as HostWindow).events)
export const askedOf = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as HostWindow).asked)

export const frameIn = async (page: Page, id: string): Promise<Frame> => {
  const frame = await (await page.waitForSelector(`#${id} iframe`)).contentFrame()
  if (!frame) throw new Error(`There is no frame in #${id}.`)
  return frame
}
export const heightOf = (page: Page, id: string): Promise<number> =>
  page.$eval(`#${id} iframe`, (frame) => frame.getBoundingClientRect().height)

export type SeenWindow = {
  seen: {
    session: string
    calls: string[]
    live: object
    changes: object[]
    actions: unknown[]
    origin: string
    expire: () => void
    revoke: () => void
    say: (type: string) => void
  }
}
export const seenIn = <T>(frame: Frame, read: (seen: SeenWindow['seen']) => T): Promise<T> =>
  frame.evaluate(`(${read.toString()})(window.seen)`)
