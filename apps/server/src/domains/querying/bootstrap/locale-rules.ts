import { type DashboardBootstrap, embedLocales } from '@facet/contract'

type Locale = DashboardBootstrap['locale']

const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''

/** A language of ours that was meant: by its region, or the first of the language. */
const meant = (name: string): Locale | undefined => {
  const wanted = name.replaceAll('_', '-').toLowerCase()
  return (
    embedLocales.find((locale) => locale.toLowerCase() === wanted) ??
    embedLocales.find((locale) => languageOf(locale) === languageOf(wanted))
  )
}

/** The first of these wishes that can be met, the most particular first. */
export const localeOf = (...wishes: (string | null | undefined)[]): Locale => {
  for (const wish of wishes) {
    const locale = wish ? meant(wish) : undefined
    if (locale) return locale
  }
  return 'en-US'
}
