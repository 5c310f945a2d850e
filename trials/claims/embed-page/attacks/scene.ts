import type { GenerateSession } from '@facet/contract'
import type { BrowserContext, Frame, Page } from '@facet/testkit/chromium'
import { until } from '../../../harness/until.ts'
import type { Stage } from './stage.ts'
import { markup } from './text-attacks.ts'

/** A browser that shows the host page and records what attacks do. */
export type Scene = {
  context: BrowserContext
  page: Page
  /** Attacks that reached the canary or ran a script, by name. */
  hits: Map<string, string>
  /** Reports whose scripts ended. */
  done: Set<string>
  /** Sessions that the page requested from the host. */
  minted: string[]
  close: () => Promise<void>
}

/** An attack that needs no widget. */
export type Trick = { name: string; succeeds: (stage: Stage) => Promise<boolean> }

export const originOf = ({ tenant, service }: Pick<Stage, 'tenant' | 'service'>): string =>
  `http://${tenant.host}:${new URL(service.url).port}`

type Viewer = Partial<GenerateSession>

/** `at` defaults to the site of the host. */
export const openScene = async (stage: Stage, at = stage.site.host, viewer: Viewer = {}): Promise<Scene> => {
  const { browser, canary } = stage
  // The page draws only widgets near the viewport.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1600, height: 5000 } })
  const hits = canary.hits
  hits.clear()
  const done = new Set<string>()
  const minted: string[] = []
  await context.exposeBinding('facetHit', (_, name: string) => void hits.set(name, 'ran'))
  await context.exposeBinding('facetDone', (_, name: string) => void done.add(name))
  await context.exposeBinding('facetMint', async () => {
    const userProfile = { displayName: markup('t-viewer'), picture: `${canary.origin}/picture` }
    const session = await stage.mint({ userProfile, ...viewer })
    minted.push(session)
    return session
  })
  const page = await context.newPage()
  await page.goto(at)
  return { context, page, hits, done, minted, close: () => context.close() }
}

export const inScene = async <T>(stage: Stage, act: (scene: Scene) => Promise<T>, at?: string): Promise<T> => {
  const scene = await openScene(stage, at)
  try {
    return await act(scene)
  } finally {
    await scene.close()
  }
}

/** Whether the frame contains the element now. A frame that navigated away contains none. */
export const hasElement = async (frame: Frame, selector: string): Promise<boolean> => {
  try {
    return (await frame.locator(selector).count()) > 0
  } catch {
    return false
  }
}

/** Throws if the element does not appear: a trick on a page that is not drawn would prove nothing. */
export const requireElement = async (frame: Frame, selector: string): Promise<void> => {
  if (!(await until(() => hasElement(frame, selector)))) throw new Error(`The page draws no ${selector}.`)
}

type Mounted = {
  FacetEmbed: {
    mount: (at: string, options: object) => { ready: Promise<unknown>; on: (type: '*', listener: (event: object) => void) => void }
  }
}

/** A frame of the SDK. */
export const mountSdk = async (scene: Scene, url: string, publicId: string, more: object = {}): Promise<Frame> => {
  await scene.page.evaluate(
    (options) => {
      const view = window as unknown as Mounted & { facetMint: () => Promise<string>; events: object[]; embed: unknown }
      view.events = []
      const embed = view.FacetEmbed.mount('#place', { title: 'Board', session: () => view.facetMint(), ...options })
      embed.on('*', (event) => view.events.push(event))
      view.embed = embed
    },
    { url, publicId, ...more },
  )
  return frameOf(scene.page)
}

/** A frame without an SDK. */
export const mountPlain = async ({ page }: Scene, address: string): Promise<Frame> => {
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.style.cssText = 'width:1500px;height:4000px'
    document.querySelector('#place')?.append(frame)
    // The error document of a blocked frame fires this event too.
    await new Promise((resolve) => frame.addEventListener('load', resolve))
  }, address)
  return frameOf(page)
}

const frameOf = async (page: Page): Promise<Frame> => {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('The host has no frame.')
  return frame
}

/** Waits until earlier requests have reached the canary. */
export const settle = async ({ context }: Scene, canary: string): Promise<void> => {
  const page = await context.newPage()
  for (const round of [1, 2]) await page.goto(`${canary}/sentinel-${round}`)
  await page.close()
}
