import type { DashboardBootstrap } from '@facet/contract'
import { expect, it } from 'vitest'
import { sales } from './fake-dashboard.ts'
import { givenFrames } from './given-frames.ts'
import { fontFile } from './own-fonts.ts'
import { expectSoon, type Opened } from './situations.ts'

const frames = givenFrames()

const fonts = 'https://fonts.example'
const logo = 'https://shop.example/logo.svg'
const scheme = { accentColor: '', backgroundColor: '', foregroundColor: '', contrast: 45, logoUrl: logo }
const appTheme: DashboardBootstrap['appTheme'] = {
  light: scheme,
  dark: scheme,
  typography: {
    fonts: [
      { id: 'text', url: `${fonts}/text.woff2`, format: 'woff2', family: 'Shop Text' },
      { id: 'title', url: `${fonts}/title.woff2`, format: 'woff2' },
      { id: 'unused', url: `${fonts}/unused.woff2`, format: 'woff2' },
    ],
    body: { fontRef: 'text', fontWeight: 350 },
    heading: { fontRef: 'title', fontWeight: 650 },
  },
}
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="teal"/></svg>')
const font = { contentType: 'font/woff2', body: fontFile('/fonts/latin-400.woff2') ?? Buffer.of() }

const themed = (fontOrigins: readonly string[], theme = appTheme): Promise<Opened> =>
  frames.plain({
    prepare: (service) => {
      service.fontOrigins.push(...fontOrigins)
      service.dashboard = { ...sales, bootstrapOf: (wish) => ({ ...sales.bootstrapOf(wish), appTheme: theme }) }
    },
    elsewhere: { [`${fonts}/text.woff2`]: font, [`${fonts}/title.woff2`]: font, [logo]: { contentType: 'image/svg+xml', body: svg } },
  })

const statusOfFonts = ({ frame }: Opened) =>
  frame.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`).toSorted())

it('is written in the fonts of the theme, and shows its logo', async () => {
  const shown = await themed([fonts])
  const { frame, problems } = shown
  await frame.getByText('revenue of').waitFor()

  await expectSoon(() => statusOfFonts(shown), ['facet-body loaded', 'facet-heading loaded'])
  const styles = await frame.evaluate(() =>
    ['body', 'h1', 'h2'].map((name) => {
      const { fontFamily, fontWeight } = getComputedStyle(document.querySelector(name) ?? document.body)
      return `${fontFamily.split(', system-ui')[0]} ${fontWeight}`
    }),
  )
  expect(styles).toEqual(['facet-body, "Shop Text" 350', 'facet-heading 650', 'facet-heading 650'])
  await expectSoon(
    () => frame.evaluate(() => [...document.querySelectorAll('header img')].map((image) => (image as HTMLImageElement).naturalWidth)),
    [120],
  )
  expect(problems).toEqual([])
})

it('is written in fonts of the machine where those of the theme cannot be had', async () => {
  const shown = await themed([], { ...appTheme, light: { ...scheme, logoUrl: 'https://gone.invalid/logo.svg' } })
  const { frame } = shown
  await frame.getByText('revenue of').waitFor()

  await expectSoon(() => statusOfFonts(shown), ['facet-body error', 'facet-heading error'])
  await expectSoon(() => frame.locator('header img').count(), 0)
})
