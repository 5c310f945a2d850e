import '@facet/ui/tokens.css'
import { createRoot } from 'react-dom/client'
import { EmbedPage } from './EmbedPage.tsx'
import { takeHandover } from './handover.ts'
import { openPage } from './session/open-page.ts'
import { followTheme } from './theme/follow-theme.ts'

const place = document.querySelector('#page')
if (place === null) throw new Error('The document has no element with the id "page".')

const handover = takeHandover()
// Fetched ahead of a frame that will show something: the files are in the cache now, and nothing is drawn.
if (handover.mode !== 'preload') {
  const page = openPage(window, handover)
  followTheme(window, page.store)
  createRoot(place).render(<EmbedPage page={page} />)
}
