import type { Store } from '../store/create-store.ts'
import type { PageState } from '../store/page-state.ts'
import { applyTheme } from './apply-theme.ts'
import { cssValuesIn } from './css-values.ts'
import { resolveTheme } from './resolve-theme.ts'
import { createThemeFonts } from './theme-fonts.ts'

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean => one.every((each, index) => each === other[index])

/** Draws the page in the theme that holds, and again when the dashboard, the host or the viewer's system changes it. */
export const followTheme = (view: Window & typeof globalThis, store: Store<PageState>): void => {
  const css = cssValuesIn(view)
  const systemIsDark = view.matchMedia('(prefers-color-scheme: dark)')
  const knowFonts = createThemeFonts(view)
  let before: unknown[] = []

  const follow = (): void => {
    const { shown, hostTheme, scheme: wish } = store.get()
    const systemScheme = systemIsDark.matches ? 'dark' : 'light'
    const scheme = wish === 'auto' ? systemScheme : wish
    const now = [shown, hostTheme, scheme]
    if (isSame(now, before)) return
    before = now
    const theme = resolveTheme(
      {
        appTheme: shown?.appTheme ?? null,
        embedTheme: shown?.embedTheme ?? {},
        dashboardTheme: shown?.dashboard.config.theme,
        hostTheme,
        scheme,
      },
      css,
    )
    knowFonts(shown?.appTheme ?? null)
    applyTheme(view.document.documentElement, theme)
    store.set({ theme })
  }
  follow()
  store.subscribe(follow)
  systemIsDark.addEventListener('change', follow)
}
