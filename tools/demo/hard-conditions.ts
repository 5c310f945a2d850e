import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, launchChromiumIn } from '@facet/testkit/chromium'

/** A browser whose person has denied storage to other sites than the one that is open. */
export const denyingStorage = async (viewport: { width: number; height: number }) => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-profile-'))
  const profile = { block_third_party_cookies: true, cookie_controls_mode: 1 }
  mkdirSync(join(folder, 'Default'))
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  const context = await launchChromiumIn(folder, { viewport, locale: 'en-US' })
  return {
    context,
    close: async (): Promise<void> => {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The clock by which people read the time, in the page and in its frames; the one that only counts stays as it is. */
export const shiftClock = async (context: BrowserContext, ms: number): Promise<void> => {
  await context.addInitScript(`{
    const Real = Date
    const now = () => Real.now() + ${ms}
    globalThis.Date = new Proxy(Real, {
      apply: () => new Real(now()).toString(),
      construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
  }`)
}
