import type { DashboardBootstrap } from '@facet/contract'
import { messages as english } from './en-us.ts'
import type { Messages } from './messages.ts'

export type Locale = DashboardBootstrap['locale']

/** A chunk for each. English is in the shell: it is what is said while nothing else is there. */
const loaders: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  'en-US': async () => ({ messages: english }),
  'de-DE': () => import('./de-de.ts'),
  'es-ES': () => import('./es-es.ts'),
  'es-MX': () => import('./es-mx.ts'),
  'fr-FR': () => import('./fr-fr.ts'),
  'it-IT': () => import('./it-it.ts'),
  'ja-JP': () => import('./ja-jp.ts'),
  'nb-NO': () => import('./nb-no.ts'),
  'pt-BR': () => import('./pt-br.ts'),
  'pt-PT': () => import('./pt-pt.ts'),
  'sv-SE': () => import('./sv-se.ts'),
  'vi-VN': () => import('./vi-vn.ts'),
}

export const locales = Object.keys(loaders) as Locale[]

const languageOf = (name: string): string => name.split('-')[0] ?? ''

/** A language of ours that was meant, by its region, or the first of the language. An unknown one is nothing. */
export const meantLocale = (name: string | null | undefined): Locale | undefined => {
  const wanted = (name ?? '').replaceAll('_', '-').toLowerCase()
  return (
    locales.find((locale) => locale.toLowerCase() === wanted) ??
    locales.find((locale) => languageOf(locale.toLowerCase()) === languageOf(wanted))
  )
}

/** One that cannot be loaded is said in English: a dashboard in the wrong language is better than none. */
export const loadMessages = async (locale: Locale): Promise<Messages> => {
  try {
    return (await loaders[locale]()).messages
  } catch {
    return english
  }
}
