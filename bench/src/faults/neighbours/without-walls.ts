import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { breachesOf, pathOf, withBreaches } from './walls.ts'

/** Loaded before the program: takes away the walls that the environment names. */
const breaches = breachesOf((process.env['FACET_TRIAL_WITHOUT'] ?? '').split(','))

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const own = url.startsWith('file:') ? breaches.filter((breach) => pathOf(breach) === fileURLToPath(url)) : []
    return own.length === 0 ? loaded : { ...loaded, source: withBreaches(readFileSync(fileURLToPath(url), 'utf8'), own) }
  },
})
