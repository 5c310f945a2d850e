import type { DashboardBootstrap } from '@facet/contract'

type AppTheme = DashboardBootstrap['appTheme']

/** By names of ours: the names that customers give their fonts stand for those of the viewer's machine. */
export const bodyFont = 'facet-body'
export const headingFont = 'facet-heading'

const addressesOf = (appTheme: AppTheme): readonly (readonly [name: string, address: string])[] => {
  const { fonts, body, heading } = appTheme?.typography ?? {}
  const uses = [
    [bodyFont, body],
    [headingFont, heading],
  ] as const
  return uses.flatMap(([name, use]) => {
    const address = fonts?.find(({ id }) => id === use?.fontRef)?.url ?? ''
    return address.startsWith('https://') ? [[name, address] as const] : []
  })
}

/** Makes the fonts of the account's theme known. They are fetched when something is written in them, and what cannot be fetched is left out. */
export const createThemeFonts = ({ document, FontFace }: Window & typeof globalThis): ((appTheme: AppTheme) => void) => {
  let known = ''
  let faces: FontFace[] = []
  return (appTheme) => {
    const addresses = addressesOf(appTheme)
    if (JSON.stringify(addresses) === known) return
    known = JSON.stringify(addresses)
    for (const face of faces) document.fonts.delete(face)
    // One file is all weights: a browser that knew of one alone would draw others by thickening it.
    faces = addresses.map(([name, address]) => new FontFace(name, `url(${JSON.stringify(address)})`, { weight: '1 1000', display: 'swap' }))
    for (const face of faces) document.fonts.add(face)
  }
}
