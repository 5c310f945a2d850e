import type { Page } from '@facet/testkit/chromium'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { everyKind, everyKindFailing } from './every-kind.ts'
import type { FakeService } from './fake-service.ts'
import { layoutProblems } from './layout-problems.ts'
import { close, expectSoon, type Opened, openPlain, openSites, type PlainWish, type Sites } from './situations.ts'
import { states } from './states.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

/** Where pictures are put, for whoever wants to look at them. */
const pictures = process.env['FACET_SCREENSHOTS']

const [desktop, telephone] = [1280, 320]
/** Each differs from the one before in one thing. */
const looks = [
  { width: desktop, scheme: 'light' },
  { width: desktop, scheme: 'dark' },
  { width: telephone, scheme: 'dark' },
  { width: telephone, scheme: 'light' },
] as const
type Look = (typeof looks)[number]

const resize = async (page: Page, width: number): Promise<void> => {
  const height = page.viewportSize()?.height ?? 800
  await page.setViewportSize({ width, height })
}

/** Ends when the page has taken the look over: colours follow the system, columns the window. */
const takeLook = async ({ page, frame }: Opened, { width, scheme }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await resize(page, width)
  await expectSoon(
    () => frame.evaluate(() => [matchMedia('(prefers-color-scheme: dark)').matches, window.innerWidth]),
    [scheme === 'dark', width],
  )
}

// Each has a page of its own, so they are looked at side by side.
describe.concurrent('what a person sees is accessible, and fits, at both widths and in both schemes:', () => {
  it.for(states)('$name', async ({ name, open, settle }, { onTestFinished }) => {
    const opened = await open(sites)
    onTestFinished(() => close(opened))
    const { page, frame, problems } = opened
    const found: Record<string, string[]> = {}
    for (const look of looks) {
      await takeLook(opened, look)
      await settle(opened)
      const label = `${look.width} ${look.scheme}`
      if (pictures) await page.screenshot({ path: `${pictures}-${name} ${label}.png`.replaceAll(' ', '-'), fullPage: true })
      found[label] = [...(await axeProblems(frame)), ...(await layoutProblems(frame))]
    }

    expect(found).toEqual(Object.fromEntries(looks.map(({ width, scheme }) => [`${width} ${scheme}`, []])))
    expect(problems).toEqual([])
  })
})

describe.concurrent('whoever', () => {
  const frame = async (wish: PlainWish, onTestFinished: (end: () => Promise<void>) => void): Promise<Opened> => {
    const opened = await openPlain(sites, wish)
    onTestFinished(() => close(opened))
    return opened
  }

  it.for([
    ['prefers less motion sees nothing move', 'reduce', 0],
    ['does not mind sees that something is under way', 'no-preference', 2],
  ] as const)('%s', async ([, reducedMotion, moving], { onTestFinished }) => {
    const hold = ({ hold: held }: FakeService): void => void held('data')
    const opened = await frame({ reducedMotion, prepare: hold }, onTestFinished)
    await opened.frame.getByRole('heading', { name: 'Orders' }).waitFor()

    await expectSoon(() => opened.frame.evaluate(() => document.getAnimations().length), moving)
  })

  it('listens hears that it is loading, has come, is loading again, and has failed', async (context) => {
    let releasePage = (): void => undefined
    const opened = await frame(
      {
        prepare: (service) => {
          releasePage = service.hold('bootstrap')
          service.dashboard = everyKind
        },
      },
      context.onTestFinished,
    )
    const { frame: shown, service } = opened
    const heard = (): Promise<string | null> => shown.locator('#page [role=status]').textContent()
    await expectSoon(heard, 'Loading the dashboard …')
    const [region] = await shown.locator('#page [role=status]').elementHandles()
    const releaseData = service.hold('data')
    releasePage()
    await expectSoon(heard, 'Updating …')
    releaseData()
    await expectSoon(heard, 'The dashboard is up to date.')
    service.dashboard = everyKindFailing
    const again = service.hold('data')
    await shown.getByRole('combobox', { name: 'Grain' }).selectOption('month')
    await expectSoon(heard, 'Updating …')
    again()
    await expectSoon(heard, 'This cannot be shown')
    service.end({ type: 'ended', why: 'revoked', code: 'embed_token_revoked', message: 'Revoked.' })
    await expectSoon(heard, 'Your access has ended')

    // What is read out is one element throughout: a new one is often not heard.
    expect(await region?.evaluate((each) => each.isConnected)).toBe(true)
    expect(await shown.locator('[aria-live], [role=status], [role=alert]').count()).toBe(1)
  })
})
