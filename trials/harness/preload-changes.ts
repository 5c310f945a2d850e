import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { changesIn, pathOf, withChanges } from './source-changes.ts'

/** Loaded with --import: applies the changes of the environment variable. */
const changes = changesIn(process.env)

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const own = url.startsWith('file:') ? changes.filter((change) => pathOf(change) === fileURLToPath(url)) : []
    return own.length === 0 ? loaded : { ...loaded, source: withChanges(readFileSync(fileURLToPath(url), 'utf8'), own) }
  },
})
