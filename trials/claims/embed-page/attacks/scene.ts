import type { GenerateSession } from '@facet/contract'
import type { BrowserContext, Frame, Page } from '@facet/testkit/chromium'
import type { Stage, World } from './stage.ts'
import { markup } from './text-attacks.ts'

/** A browser at the site of the host, where what happens is written down. */
export type Scene = {
  context: BrowserContext
  page: Page
  /** What succeeded, by name: at the canary, or as a script that ran. */
  hits: Map<string, string>
  /** Scripts of reports that have done what they do. */
  done: Set<string>
  /** Sessions that the host was asked for. */
  minted: string[]
  close: () => Promise<void>
}

/** An attack that is no widget: what it is given, and whether it succeeded. */
export type Trick = {
  name: string
  /** As of a widget. None: nothing that we do keeps it off, and it is only looked at. */
  guards: readonly string[]
  succeeds: (stage: Stage, world: World) => Promise<boolean>
}

export const originOf = ({ tenant }: Pick<Stage, 'tenant'>, { service }: World): string =>
  `http://${tenant.host}:${new URL(service.url).port}`

type Viewer = Partial<GenerateSession>

/** `at`: the site of the host, unless it is somebody else's. */
export const openScene = async (stage: Stage, world: World, at = stage.site.host, viewer: Viewer = {}): Promise<Scene> => {
  const { browser, canary } = stage
  // High, so that all widgets are near the view.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1600, height: 5000 } })
  const hits = canary.hits
  hits.clear()
  const done = new Set<string>()
  const minted: string[] = []
  await context.exposeBinding('facetHit', (_, name: string) => void hits.set(name, 'ran'))
  await context.exposeBinding('facetDone', (_, name: string) => void done.add(name))
  await context.exposeBinding('facetMint', async () => {
    const userProfile = { displayName: markup('t-viewer'), picture: `${canary.origin}/picture` }
    const session = await stage.mint(world, { userProfile, ...viewer })
    minted.push(session)
    return session
  })
  await context.addInitScript((off) => Object.assign(globalThis, { facetOff: off }), world.off)
  const page = await context.newPage()
  await page.goto(`${at}/${world.isPlanted ? 'planted' : 'real'}`)
  return { context, page, hits, done, minted, close: () => context.close() }
}

/** For as long as it takes. */
export const inScene = async <T>(stage: Stage, world: World, act: (scene: Scene) => Promise<T>, at?: string): Promise<T> => {
  const scene = await openScene(stage, world, at)
  try {
    return await act(scene)
  } finally {
    await scene.close()
  }
}

/** Whether it is there now. A frame that went elsewhere has none. */
export const hasElement = async (frame: Frame, selector: string): Promise<boolean> => {
  try {
    return (await frame.locator(selector).count()) > 0
  } catch {
    return false
  }
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
    // Also told of a document that the browser shows in place of one that may not be framed.
    await new Promise((resolve) => frame.addEventListener('load', resolve))
  }, address)
  return frameOf(page)
}

const frameOf = async (page: Page): Promise<Frame> => {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('The host has no frame.')
  return frame
}

/** What was on its way before has arrived when this has. */
export const settle = async ({ context }: Scene, canary: string): Promise<void> => {
  const page = await context.newPage()
  for (const round of [1, 2]) await page.goto(`${canary}/sentinel-${round}`)
  await page.close()
}
