import { describe, expect, it } from 'vitest'
import { contrast, readable, readColour, type Rgb, toHex } from '../src/theme/colour.ts'
import type { CssValues } from '../src/theme/css-values.ts'
import { resolveTheme, type ThemeSources } from '../src/theme/resolve-theme.ts'

const white: Rgb = [1, 1, 1]
const colourOf = (text: string | undefined): Rgb => readColour(text ?? '') ?? [0, 0, 0]

/** Knows hexadecimal colours; what a browser takes beside them is tried in one. */
const css: CssValues = {
  colour: (value) => (typeof value === 'string' ? readColour(value) : undefined),
  length: (value) => (typeof value === 'string' ? value : undefined),
  font: (value) => (typeof value === 'string' ? value : undefined),
}
const none: ThemeSources = { appTheme: null, embedTheme: {}, dashboardTheme: undefined, hostTheme: {}, scheme: 'light' }
const schemeOf = (backgroundColor: string, foregroundColor: string, accentColor: string) => ({
  backgroundColor,
  foregroundColor,
  accentColor,
  contrast: 45,
  logoUrl: '',
})

describe('a colour', () => {
  it.each([
    ['#fff', [1, 1, 1]],
    ['#FF0000', [1, 0, 0]],
    ['rgb(255, 0, 0)', [1, 0, 0]],
    ['color(srgb 0.5 0.25 1)', [0.5, 0.25, 1]],
    ['color(srgb 0.5 0.25 1 / 0.5)', [0.5, 0.25, 1]],
    ['#ff', undefined],
    ['rgb(1, 2)', undefined],
    ['url(x)', undefined],
  ])('is read from %s', (text, rgb) => {
    expect(readColour(text)).toEqual(rgb)
  })

  it('has the contrast that WCAG says', () => {
    expect(contrast([0, 0, 0], white)).toBeCloseTo(21)
    expect(contrast(colourOf('#777777'), white)).toBeCloseTo(4.48, 2)
  })

  it.each(['#ffff00', '#777777', '#ffffff', '#00ff00', '#2456d6'])('%s is made readable on white, and on black', (text) => {
    for (const ground of [white, [0, 0, 0], [0.5, 0.5, 0.5]] as const)
      expect(contrast(readable(colourOf(text), ground, 4.5), ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('stays as it is where it can be read', () => {
    expect(toHex(readable(colourOf('#2456d6'), white, 4.5))).toBe('#2456d6')
  })
})

describe('a theme', () => {
  it('is that of the account, of the dashboard, of the session and of the host, the nearest first', () => {
    const appTheme = { light: schemeOf('#fafafa', '#101010', '#aa0000'), dark: schemeOf('#101010', '#fafafa', '#ffaaaa') }
    const accents = [
      resolveTheme({ ...none, appTheme }, css),
      resolveTheme({ ...none, appTheme, dashboardTheme: { primaryColor: '#0000aa' } }, css),
      resolveTheme({ ...none, appTheme, dashboardTheme: { primaryColor: '#0000aa' }, embedTheme: { primaryColor: '#006600' } }, css),
      resolveTheme({ ...none, appTheme, embedTheme: { primaryColor: '#006600' }, hostTheme: { primaryColor: '#660066' } }, css),
    ].map(({ accent }) => accent)

    expect(accents).toEqual(['#aa0000', '#0000aa', '#006600', '#660066'])
    expect(resolveTheme({ ...none, appTheme, scheme: 'dark' }, css)).toMatchObject({
      scheme: 'dark',
      background: '#101010',
      text: '#fafafa',
    })
  })

  it('has the fonts of the account, unless something nearer names one', () => {
    const typography = {
      fonts: [{ id: 'text', url: 'https://fonts.example/text.woff2', format: 'woff2', family: 'Shop Text' }],
      body: { fontRef: 'text', fontWeight: 350.4 },
      heading: { fontRef: 'text', fontWeight: 5000 },
    }
    const scheme = schemeOf('#fafafa', '#101010', '#aa0000')
    const appTheme = { light: scheme, dark: scheme, typography }
    const own = resolveTheme({ ...none, appTheme }, css)

    expect(own.properties).toMatchObject({
      '--facet-font': expect.stringMatching(/^facet-body, Shop Text, system-ui/) as string,
      '--facet-heading-font': expect.stringMatching(/^facet-heading, Shop Text, system-ui/) as string,
      '--facet-weight': '350',
      '--facet-heading-weight': '1000',
    })
    expect(resolveTheme({ ...none, appTheme, embedTheme: { font: 'Georgia' } }, css).fontFamily).toMatch(/^Georgia, system-ui/)
    expect(resolveTheme(none, css).properties).not.toHaveProperty('--facet-heading-font')
  })

  it('is dark where the ground is, whatever the viewer prefers', () => {
    expect(resolveTheme({ ...none, dashboardTheme: { backgroundColor: '#111111' } }, css)).toMatchObject({
      scheme: 'dark',
      background: '#111111',
    })
  })

  it.each(['light', 'dark'] as const)('can be read, whatever it says: %s', (scheme) => {
    const { properties, palette, background } = resolveTheme(
      {
        ...none,
        scheme,
        dashboardTheme: {
          backgroundColor: '#888888',
          widgets: { backgroundColor: '#999999', text: { color: '#909090', secondaryColor: '#999999' }, title: { color: '#989898' } },
        },
        hostTheme: { primaryColor: '#8a8a8a' },
      },
      css,
    )
    const on = (name: string, ground: string): number => contrast(colourOf(properties[name]), colourOf(properties[ground]))

    expect(on('--facet-text', '--facet-ground')).toBeGreaterThanOrEqual(4.5)
    expect(on('--facet-muted', '--facet-ground')).toBeGreaterThanOrEqual(4.5)
    expect(on('--facet-accent', '--facet-ground')).toBeGreaterThanOrEqual(2.99)
    for (const name of ['--facet-widget-text', '--facet-widget-muted', '--facet-title-text'])
      expect(on(name, '--facet-widget-ground'), name).toBeGreaterThanOrEqual(4.49)
    for (const colour of palette) expect(contrast(colourOf(colour), colourOf(background)), colour).toBeGreaterThanOrEqual(2.99)
  })

  it('says nothing of what nobody said', () => {
    expect(resolveTheme(none, css).properties).not.toHaveProperty('--facet-radius')
  })
})
