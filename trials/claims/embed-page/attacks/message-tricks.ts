import type { Frame } from '@facet/testkit/chromium'
import { hasElement, inScene, mountPlain, mountSdk, originOf, type Scene, settle, type Trick } from './scene.ts'
import type { Stage, World } from './stage.ts'
import { until } from './until.ts'

const ancestors = 'page: frame-ancestors'
const ofPort = 'ports are taken of the window around'
const ofAction = 'actions are taken of the window around'

const boardOf = (stage: Stage): string => stage.queried.locked.publicId

const plainAddress = async (stage: Stage, world: World, publicId = boardOf(stage)): Promise<string> =>
  `${originOf(stage, world)}/embed/dashboard/${publicId}?session=${await stage.mint(world)}`

/** Somebody else's frame beside ours, in the page of the host. */
const addEvil = async ({ page }: Scene, src: string): Promise<Frame> => {
  await page.evaluate(async (address) => {
    const frame = document.createElement('iframe')
    frame.id = 'evil'
    frame.src = address
    document.body.append(frame)
    await new Promise((resolve) => frame.addEventListener('load', resolve))
  }, src)
  const frame = await (await page.waitForSelector('#evil')).contentFrame()
  if (!frame) throw new Error('There is no second frame.')
  return frame
}

const red = '#ff0000'
const setTheme = { source: 'cube-embed', direction: 'action', type: 'cube:action:set-theme', payload: { backgroundColor: red } }
const groundOf = (frame: Frame): Promise<string> =>
  frame.evaluate(() => document.documentElement.style.getPropertyValue('--facet-ground')).catch(() => '')
const isDrawn = (frame: Frame): Promise<boolean> => until(() => hasElement(frame, 'h1'))

/** What this frame asked for before is done: messages of one window to another stay in order. */
const turnOf = async (scene: Scene, from: Frame, to: Frame): Promise<void> => {
  await from.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => undefined)
  await to.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => undefined)
  await scene.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

const postsAction = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const frame = await mountPlain(scene, await plainAddress(stage, world))
    await isDrawn(frame)
    const evil = await addEvil(scene, stage.site.evil)
    await evil.evaluate((message) => window.parent.frames[0]?.postMessage(message, '*'), setTheme)
    await turnOf(scene, evil, frame)
    return (await groundOf(frame)) === red
  })

/** The same from the frame of a report inside of the page. */
const reportPostsAction = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const publicId = stage.boards.get('reports')?.publicId ?? ''
    const frame = await mountPlain(scene, await plainAddress(stage, world, publicId))
    const isThere = await until(() => scene.page.frames().some((each) => each.url().endsWith('/embed/html-frame')))
    const report = scene.page.frames().find((each) => each.url().endsWith('/embed/html-frame'))
    if (!isThere || !report) throw new Error('The board of reports shows none.')
    await report.evaluate((message) => window.parent.postMessage(message, '*'), setTheme)
    await turnOf(scene, report, frame)
    return (await groundOf(frame)) === red
  })

const handsPort = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const frame = await mountPlain(scene, `${originOf(stage, world)}/embed/dashboard/${boardOf(stage)}?sdk=1`)
    const evil = await addEvil(scene, stage.site.evil)
    await evil.evaluate(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (globalThis as unknown as { facetHit: (name: string) => void }).facetHit('p-port'))
      port1.start()
      window.parent.frames[0]?.postMessage({ protocol: 'facet-embed/1', type: 'connect' }, '*', [port2])
    })
    await turnOf(scene, evil, frame)
    await settle(scene, stage.canary.origin)
    return scene.hits.has('p-port')
  })

const isReady = (scene: Scene): Promise<boolean> =>
  until(() => scene.page.evaluate(() => (window as unknown as { events: { type: string }[] }).events.some(({ type }) => type === 'ready')))

/** Somebody else says hello to the host: where that is heard, the frame is connected anew. */
const saysHello = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const frame = await mountSdk(scene, originOf(stage, world), boardOf(stage))
    await isReady(scene)
    await frame.evaluate(() => {
      addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) => {
        if (data.type === 'connect') (globalThis as unknown as { facetHit: (name: string) => void }).facetHit('k-hello')
      })
    })
    const evil = await addEvil(scene, stage.site.evil)
    await evil.evaluate(() => window.parent.postMessage({ protocol: 'facet-embed/1', type: 'hello', page: 0.5 }, '*'))
    await turnOf(scene, evil, frame)
    await settle(scene, stage.canary.origin)
    return scene.hits.has('k-hello')
  })

/** A page of somebody else that came to be in the frame of the SDK asks for the port, and with it for a session. */
const takesPort = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    await scene.context.addInitScript((evil) => {
      if (location.origin !== evil) return
      addEventListener('message', ({ ports }) => {
        if (ports.length > 0) (globalThis as unknown as { facetHit: (name: string) => void }).facetHit('k-port')
      })
    }, stage.site.evil)
    const frame = await mountSdk(scene, originOf(stage, world), boardOf(stage))
    await isReady(scene)
    await frame.goto(stage.site.evil)
    await turnOf(scene, frame, frame)
    await settle(scene, stage.canary.origin)
    return scene.hits.has('k-port')
  })

const framedBy =
  (at: (stage: Stage) => string, address: (stage: Stage, world: World) => Promise<string>, mark: string) =>
  (stage: Stage, world: World): Promise<boolean> =>
    inScene(
      stage,
      world,
      async (scene) => {
        const frame = await mountPlain(scene, await address(stage, world))
        return hasElement(frame, mark)
      },
      at(stage),
    )

const strangersAddress = async ({ stranger, strangersBoard }: Stage, { service }: World): Promise<string> =>
  `http://${stranger.host}:${new URL(service.url).port}/embed/dashboard/${strangersBoard.publicId}`

/** Windows that speak to each other: whom the page, and whom the host, listens to; and who may show the page at all. */
export const messageTricks: readonly Trick[] = [
  { name: 'p-action', guards: [ofAction], succeeds: postsAction },
  { name: 'p-report-action', guards: [ofAction], succeeds: reportPostsAction },
  { name: 'p-port', guards: [ofPort], succeeds: handsPort },
  { name: 'k-hello', guards: ['SDK: only its frame says hello'], succeeds: saysHello },
  { name: 'k-port', guards: ['SDK: the port goes to its origin'], succeeds: takesPort },
  {
    name: 'f-evil',
    guards: [ancestors],
    succeeds: framedBy(
      ({ site }) => site.evil,
      (stage, world) => plainAddress(stage, world),
      '#page',
    ),
  },
  { name: 'f-nobody', guards: [ancestors], succeeds: framedBy(({ site }) => site.host, strangersAddress, '#page') },
  {
    name: 'f-report',
    guards: ['report: frame-ancestors'],
    succeeds: framedBy(
      ({ site }) => site.evil,
      async (stage, world) => `${originOf(stage, world)}/embed/html-frame`,
      '#report',
    ),
  },
]
