import type { Frame } from '@facet/testkit/chromium'
import { until } from '../../../harness/until.ts'
import { hasElement, inScene, mountPlain, mountSdk, originOf, requireElement, type Scene, settle, type Trick } from './scene.ts'
import type { Stage } from './stage.ts'

const boardOf = (stage: Stage): string => stage.queried.locked.publicId

const plainAddress = async (stage: Stage, publicId = boardOf(stage)): Promise<string> =>
  `${originOf(stage)}/embed/dashboard/${publicId}?session=${await stage.mint()}`

/** Adds a foreign frame beside ours to the host page. */
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

/** Waits until earlier messages were handled: messages between two windows stay in order. */
const turnOf = async (scene: Scene, from: Frame, to: Frame): Promise<void> => {
  await from.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => undefined)
  await to.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => undefined)
  await scene.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

const postsAction = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const frame = await mountPlain(scene, await plainAddress(stage))
    await requireElement(frame, 'h1')
    const evil = await addEvil(scene, stage.site.evil)
    await evil.evaluate((message) => window.parent.frames[0]?.postMessage(message, '*'), setTheme)
    await turnOf(scene, evil, frame)
    return (await groundOf(frame)) === red
  })

/** The same from a report frame inside the page. */
const reportPostsAction = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const publicId = stage.boards.get('reports')?.publicId ?? ''
    const frame = await mountPlain(scene, await plainAddress(stage, publicId))
    const reportFrame = (): Frame | undefined => scene.page.frames().find((each) => each.url().endsWith('/embed/html-frame'))
    await until(() => reportFrame() !== undefined)
    const report = reportFrame()
    if (!report) throw new Error('The board of reports shows none.')
    await report.evaluate((message) => window.parent.postMessage(message, '*'), setTheme)
    await turnOf(scene, report, frame)
    return (await groundOf(frame)) === red
  })

const handsPort = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const frame = await mountPlain(scene, `${originOf(stage)}/embed/dashboard/${boardOf(stage)}?sdk=1`)
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

const requireReady = async ({ page }: Scene): Promise<void> =>
  void (await page.waitForFunction(() => (window as unknown as { events: { type: string }[] }).events.some(({ type }) => type === 'ready')))

/** A foreign frame says hello to the host, which would reconnect its own frame. */
const saysHello = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const frame = await mountSdk(scene, originOf(stage), boardOf(stage))
    await requireReady(scene)
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

/** A foreign page loads in the frame of the SDK and requests the port, which would give it a session. */
const takesPort = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    await scene.context.addInitScript((evil) => {
      if (location.origin !== evil) return
      addEventListener('message', ({ ports }) => {
        if (ports.length > 0) (globalThis as unknown as { facetHit: (name: string) => void }).facetHit('k-port')
      })
    }, stage.site.evil)
    const frame = await mountSdk(scene, originOf(stage), boardOf(stage))
    await requireReady(scene)
    await frame.goto(stage.site.evil)
    await turnOf(scene, frame, frame)
    await settle(scene, stage.canary.origin)
    return scene.hits.has('k-port')
  })

const framedBy =
  (at: 'host' | 'evil', address: (stage: Stage) => string | Promise<string>, mark: string) =>
  (stage: Stage): Promise<boolean> =>
    inScene(stage, async (scene) => hasElement(await mountPlain(scene, await address(stage)), mark), stage.site[at])

const strangersAddress = ({ stranger, strangersBoard, service }: Stage): string =>
  `http://${stranger.host}:${new URL(service.url).port}/embed/dashboard/${strangersBoard.publicId}`

/** Messages from foreign windows to the page and the host, and foreign pages that frame ours. */
export const messageTricks: readonly Trick[] = [
  { name: 'p-action', succeeds: postsAction },
  { name: 'p-report-action', succeeds: reportPostsAction },
  { name: 'p-port', succeeds: handsPort },
  { name: 'k-hello', succeeds: saysHello },
  { name: 'k-port', succeeds: takesPort },
  { name: 'f-evil', succeeds: framedBy('evil', (stage) => plainAddress(stage), '#page') },
  { name: 'f-nobody', succeeds: framedBy('host', strangersAddress, '#page') },
  { name: 'f-report', succeeds: framedBy('evil', (stage) => `${originOf(stage)}/embed/html-frame`, '#report') },
]
