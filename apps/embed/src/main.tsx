import '@facet/ui/tokens.css'
import { createRoot } from 'react-dom/client'
import { EmbedPage } from './EmbedPage.tsx'
import { takeHandover } from './handover.ts'

const place = document.querySelector('#page')
if (place === null) throw new Error('The document has no element with the id "page".')
createRoot(place).render(<EmbedPage {...takeHandover()} />)
