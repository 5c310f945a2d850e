import type { ResolvedTheme } from './resolve-theme.ts'

/** Sets the custom properties of the page, and takes away those that the theme before had. The policy of the page allows it this way alone. */
export const applyTheme = (root: HTMLElement, { properties, scheme }: ResolvedTheme): void => {
  for (const name of [...root.style].filter((each) => each.startsWith('--facet-') && !Object.hasOwn(properties, each)))
    root.style.removeProperty(name)
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value)
  root.style.setProperty('color-scheme', scheme)
}
