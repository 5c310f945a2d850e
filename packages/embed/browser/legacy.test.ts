import type { Frame, Page } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { seenIn } from './host.ts'
import { givenSites } from './sites.ts'

type Heard = { origin: string; data: { type: string; payload: unknown; surface: string } }

const sites = givenSites()

const frameAt = async (page: Page, address: string): Promise<Frame> => {
  const handle = await page.evaluateHandle(async (src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
    await new Promise((resolve) => frame.addEventListener('load', resolve))
    return frame
  }, address)
  const frame = await handle.contentFrame()
  if (!frame) throw new Error(`There is no frame of ${address}.`)
  return frame
}

/** A plain iframe whose tenant lets those origins show it. */
const opened = async (origins: string[]): Promise<{ page: Page; frame: Frame; heard: () => Promise<Heard[]> }> => {
  const page = await sites().open()
  await page.evaluate(() => {
    const view = window as unknown as { heard: Heard[] }
    view.heard = []
    window.addEventListener('message', ({ origin: from, data }) => view.heard.push({ origin: from, data: data as Heard['data'] }))
  })
  const query = new URLSearchParams(origins.map((each) => ['origin', each]))
  const frame = await frameAt(page, `${sites().facet}/embed/dashboard/sales?${query}`)
  return { page, frame, heard: () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard) }
}

const action = { source: 'cube-embed', direction: 'action', type: 'cube:action:refresh', payload: {} }

/** Posts from the host, and waits until the frame has taken it: what came before it has then been taken too. */
const post = async (page: Page, frame: Frame, message: object): Promise<void> => {
  const taken = frame.evaluate(
    () => new Promise((resolve) => window.addEventListener('message', ({ data }) => data === 'end' && resolve(undefined))),
  )
  await frame.evaluate('0')
  await page.evaluate((data) => {
    window.frames[0]?.postMessage(data, '*')
    window.frames[0]?.postMessage('end', '*')
  }, message)
  await taken
}

describe('a host with a plain iframe', () => {
  it('receives events when the tenant lists its origin', async () => {
    const { frame, heard } = await opened([sites().other, sites().host])
    await seenIn(frame, ({ say }) => say('navigate'))

    await expectSoon(
      async () => (await heard()).map(({ origin, data }) => [origin, data.type, data.payload, data.surface]),
      [[sites().facet, 'cube:event:navigate', { path: '/' }, 'dashboard']],
    )
  })

  it('receives no events when the tenant does not list its origin', async () => {
    const { page, frame, heard } = await opened([sites().other])
    await seenIn(frame, ({ say }) => say('navigate'))
    await frame.evaluate((target) => window.parent.postMessage({ type: 'end' }, target), sites().host)

    await expectSoon(async () => (await heard()).map(({ data }) => data.type), ['end'])
    await post(page, frame, action)
    expect(await seenIn(frame, ({ actions }) => actions)).toEqual([])
  })

  it('controls the page, unlike frames beside it of any origin', async () => {
    const { page, frame } = await opened([sites().host, sites().other, sites().facet])
    for (const site of [sites().other, sites().facet]) {
      const beside = await frameAt(page, `${site}/embed/dashboard/x`)
      await beside.evaluate((data) => window.parent.frames[0]?.postMessage(data, '*'), action)
    }
    await post(page, frame, { ...action, type: 'cube:action:set-locale', payload: { locale: 'de-DE' } })

    expect(await seenIn(frame, ({ actions }) => actions)).toEqual([{ type: 'set-locale', locale: 'de-DE' }])
  })

  it('does not exist when the page is opened on its own, whatever other windows send', async () => {
    const context = await sites().browser.newContext()
    const page = await context.newPage()
    await page.goto(`${sites().facet}/embed/dashboard/sales?origin=${encodeURIComponent(sites().facet)}`)
    await page.waitForFunction('window.seen.say')
    const heard = await page.evaluate(async (data) => {
      const messages: unknown[] = []
      window.addEventListener('message', (event) => messages.push(event.data))
      const { seen } = window as unknown as { seen: { say: (type: string) => void; actions: unknown[] } }
      seen.say('navigate')
      window.postMessage(data, '*')
      window.postMessage('end', '*')
      await new Promise((resolve) => window.addEventListener('message', (event) => event.data === 'end' && resolve(undefined)))
      return { messages, actions: seen.actions }
    }, action)
    await context.close()

    expect(heard).toEqual({ messages: [action, 'end'], actions: [] })
  })
})
