import type { DashboardBootstrap } from '@facet/contract'
import type { Theme } from '@facet/embed/page'
import { isDark, mix, readable, type Rgb, toHex } from './colour.ts'
import type { CssValues } from './css-values.ts'
import { bodyFont, headingFont } from './theme-fonts.ts'

export type ThemeSources = {
  appTheme: DashboardBootstrap['appTheme']
  embedTheme: DashboardBootstrap['embedTheme']
  dashboardTheme: DashboardBootstrap['dashboard']['config']['theme']
  /** What the host set at run time. */
  hostTheme: Theme
  scheme: 'light' | 'dark'
}

/** What is drawn with. Colours are hexadecimal: canvases do not know custom properties. */
export type ResolvedTheme = {
  scheme: 'light' | 'dark'
  accent: string
  text: string
  background: string
  palette: string[]
  fontFamily: string
  /** Custom properties of the page, by name. */
  properties: Record<string, string>
}

const textContrast = 4.5
/** Of what is not text: controls, lines that mean something, marks of charts. */
const markContrast = 3

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const grounds = { light: [1, 1, 1], dark: [0.078, 0.09, 0.11] } as const
const texts = { light: [0.102, 0.118, 0.149], dark: [0.914, 0.922, 0.937] } as const
const accents = { light: [0.141, 0.337, 0.839], dark: [0.561, 0.69, 1] } as const

/** Told apart also by those who see colours differently, by Okabe and Ito; lighter or darker where the ground asks for it. */
const series: readonly Rgb[] = [
  [0.902, 0.624, 0],
  [0, 0.62, 0.451],
  [0.8, 0.475, 0.655],
  [0.337, 0.706, 0.914],
  [0.835, 0.369, 0],
  [0.58, 0.4, 0.75],
  [0.45, 0.45, 0.45],
]

type Tree = { readonly [name: string]: unknown }
const part = (tree: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Tree)[name] : undefined), tree)

/** The first that is one. */
const first = <T>(read: (value: unknown) => T | undefined, ...values: unknown[]): T | undefined => {
  for (const value of values) {
    const found = read(value)
    if (found !== undefined) return found
  }
  return undefined
}

type FontUse = 'body' | 'heading'

/** The file of the theme, then the font of that name where the viewer has one. */
const appFonts = (appTheme: DashboardBootstrap['appTheme'], use: FontUse): string[] => {
  const { typography } = appTheme ?? {}
  if (!typography) return []
  const name = { body: bodyFont, heading: headingFont }[use]
  const family = typography.fonts.find(({ id }) => id === typography[use].fontRef)?.family
  return [...(family ? [`${name}, ${family}`] : []), name]
}

type Use = { fontWeight: number } | undefined
const weightOf = (use: Use): string | undefined => (use ? String(Math.min(Math.max(Math.round(use.fontWeight), 1), 1000)) : undefined)

/**
 * The theme of the account, then what the dashboard overrides, then what the session says for this customer, then what the host set
 * at run time: what is nearest to the viewer decides. Contrast is mended whatever they say.
 */
export const resolveTheme = (sources: ThemeSources, css: CssValues): ResolvedTheme => {
  const { appTheme, embedTheme, dashboardTheme, hostTheme } = sources
  const ofApp = appTheme?.[sources.scheme]
  const chosenGround = first(
    css.colour,
    hostTheme['backgroundColor'],
    part(dashboardTheme, 'dashboard', 'backgroundColor'),
    dashboardTheme?.backgroundColor,
  )
  const ground = chosenGround ?? css.colour(ofApp?.backgroundColor) ?? grounds[sources.scheme]
  // A dark ground that an author chose is dark whatever the viewer prefers, and so are the controls of the browser on it.
  const scheme = isDark(ground) ? 'dark' : 'light'
  const box = first(css.colour, part(dashboardTheme, 'widgets', 'backgroundColor')) ?? ground
  const saidText = first(css.colour, part(dashboardTheme, 'widgets', 'text', 'color'), ofApp?.foregroundColor)
  const on = (colour: Rgb, under: Rgb, ratio: number): string => toHex(readable(colour, under, ratio))
  const text = readable(saidText ?? texts[scheme], ground, textContrast)
  const boxText = readable(saidText ?? texts[isDark(box) ? 'dark' : 'light'], box, textContrast)
  const accent =
    first(css.colour, hostTheme['primaryColor'], embedTheme.primaryColor, dashboardTheme?.primaryColor, ofApp?.accentColor) ??
    accents[scheme]
  const font = first(
    css.font,
    hostTheme['font'],
    hostTheme['fontFamily'],
    embedTheme.font,
    dashboardTheme?.fontFamily,
    ...appFonts(appTheme, 'body'),
  )
  const heading = first(css.font, part(dashboardTheme, 'widgets', 'title', 'fontFamily'), ...appFonts(appTheme, 'heading'))
  const headingFamily = heading && `${heading}, ${systemFont}`
  const fontFamily = font === undefined ? systemFont : `${font}, ${systemFont}`
  const length = (...values: unknown[]): string | undefined => first(css.length, ...values)
  const border = part(dashboardTheme, 'widgets', 'border')
  const line = first(css.colour, part(border, 'color')) ?? mix(ground, text, 0.18)

  const properties: Record<string, string | undefined> = {
    '--facet-ground': toHex(ground),
    '--facet-text': toHex(text),
    '--facet-muted': on(mix(text, ground, 0.3), ground, textContrast),
    '--facet-line': toHex(line),
    '--facet-control-line': on(mix(ground, text, 0.4), ground, markContrast),
    '--facet-accent': on(accent, ground, markContrast),
    '--facet-accent-text': on(accent, box, textContrast),
    '--facet-font': fontFamily,
    '--facet-weight': weightOf(appTheme?.typography?.body),
    '--facet-heading-font': headingFamily,
    '--facet-heading-weight': weightOf(appTheme?.typography?.heading),
    '--facet-radius': length(hostTheme['borderRadius'], part(border, 'radius')),
    '--facet-page-padding': length(part(dashboardTheme, 'dashboard', 'padding')),
    '--facet-widget-ground': toHex(box),
    '--facet-widget-text': toHex(boxText),
    '--facet-widget-muted': on(
      first(css.colour, part(dashboardTheme, 'widgets', 'text', 'secondaryColor')) ?? mix(boxText, box, 0.3),
      box,
      textContrast,
    ),
    '--facet-widget-padding': length(part(dashboardTheme, 'widgets', 'padding')),
    '--facet-widget-line-width': length(part(border, 'width')),
    '--facet-title-text': on(first(css.colour, part(dashboardTheme, 'widgets', 'title', 'color')) ?? boxText, box, textContrast),
    '--facet-title-size': length(part(dashboardTheme, 'widgets', 'title', 'fontSize')),
  }
  return {
    scheme,
    accent: on(accent, box, markContrast),
    text: toHex(boxText),
    background: toHex(box),
    palette: [accent, ...series].map((colour) => on(colour, box, markContrast)),
    fontFamily,
    properties: Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  }
}
