import type { Page } from '@facet/testkit/chromium'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { everyKind, everyKindFailing } from './every-kind.ts'
import { layoutProblems } from './layout-problems.ts'
import { close, expectSoon, type Opened, openPlain, openSites, type PlainWish, type Sites } from './situations.ts'
import { type Step, stories } from './states.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

/** A folder, and the beginning of names, for screenshots of each state. */
const pictures = process.env['FACET_SCREENSHOTS']

const [desktop, telephone] = [1280, 320]
// Each differs from the one before in one thing. Only colours depend on the scheme, so structure is checked once per width.
const looks = [
  { width: desktop, scheme: 'light', rules: 'all' },
  { width: desktop, scheme: 'dark', rules: 'colours' },
  { width: telephone, scheme: 'dark', rules: 'all' },
  { width: telephone, scheme: 'light', rules: 'colours' },
] as const
type Look = (typeof looks)[number]

const resize = async (page: Page, width: number): Promise<void> => {
  const height = page.viewportSize()?.height ?? 800
  await page.setViewportSize({ width, height })
}

const stillFrames = 10

/** Ends when no widget changed its size for some frames: charts are drawn again after the window has changed. */
const untilStill = (frame: Opened['frame']): Promise<void> =>
  frame.evaluate(async (wanted) => {
    const sizes = (): string =>
      JSON.stringify(
        [...document.querySelectorAll('[data-widget], [data-widget] :is(svg, canvas, iframe)')].map((element) => {
          const { width, height } = element.getBoundingClientRect()
          return [width, height]
        }),
      )
    let last = sizes()
    for (let still = 0; still < wanted; ) {
      await new Promise(requestAnimationFrame)
      const now = sizes()
      still = now === last ? still + 1 : 0
      last = now
    }
  }, stillFrames)

/** Ends when the page has adopted the look: colours follow the system, columns the window. */
const takeLook = async ({ page, frame }: Opened, { width, scheme }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await resize(page, width)
  await expectSoon(
    () => frame.evaluate(() => [matchMedia('(prefers-color-scheme: dark)').matches, window.innerWidth]),
    [scheme === 'dark', width],
  )
  await untilStill(frame)
}

/** Problems of one state at one look. */
const problemsOf = async (opened: Opened, { name, enter, settle, leave, within }: Step, look: Look): Promise<string[]> => {
  const { page, frame } = opened
  await enter?.(opened)
  await settle(opened)
  const label = `${name} ${look.width} ${look.scheme}`
  if (pictures) await page.screenshot({ path: `${pictures}-${label}.png`.replaceAll(' ', '-'), fullPage: true })
  const found = [...(await axeProblems(frame, { rules: look.rules, ...(within ? { within } : {}) })), ...(await layoutProblems(frame))]
  await leave?.(opened)
  return found.map((problem) => `${label}: ${problem}`)
}

describe('every state of the page', () => {
  it.for(stories)('is accessible and fits at both widths and in both schemes: $name', async ({ open, phases }, { onTestFinished }) => {
    const opened = await open(sites)
    onTestFinished(() => close(opened))
    const found: string[] = []
    for (const { act, steps } of phases) {
      await act?.(opened)
      for (const look of looks) {
        await takeLook(opened, look)
        for (const step of steps) found.push(...(await problemsOf(opened, step, look)))
      }
    }

    expect(found, found.join('\n')).toEqual([])
    expect(opened.problems).toEqual([])
  })
})

describe('the page', () => {
  const openedFor = async (wish: PlainWish, onTestFinished: (end: () => Promise<void>) => void): Promise<Opened> => {
    const opened = await openPlain(sites, wish)
    onTestFinished(() => close(opened))
    return opened
  }

  it('animates what loads, except when the viewer prefers reduced motion', async ({ onTestFinished }) => {
    const { page, frame } = await openedFor({ prepare: ({ hold }) => void hold('data') }, onTestFinished)
    await frame.getByRole('heading', { name: 'Orders' }).waitFor()
    const animations = (): Promise<number> => frame.evaluate(() => document.getAnimations().length)

    await expectSoon(animations, 2)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectSoon(animations, 0)
  })

  it('announces loading, updates, failure and revocation in one live region', async ({ onTestFinished }) => {
    let releasePage = (): void => undefined
    const opened = await openedFor(
      {
        prepare: (service) => {
          releasePage = service.hold('bootstrap')
          service.dashboard = everyKind
        },
      },
      onTestFinished,
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

    // Screen readers often do not announce a live region that was just inserted.
    expect(await region?.evaluate((each) => each.isConnected)).toBe(true)
    expect(await shown.locator('[aria-live], [role=status], [role=alert]').count()).toBe(1)
  })
})
