/** A page that shows widgets as they are told, without a service behind it. */
import '@facet/ui/tokens.css'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import type { WidgetBodyProps } from '../src/widgets/types.ts'
import { WidgetBody } from '../src/widgets/WidgetBody.tsx'

export type Shown = Pick<WidgetBodyProps, 'widget' | 'report' | 'chart' | 'data'> & { height: number; isCreatorContent?: boolean }
export type Told = { drills: unknown[]; downloads: unknown[]; violations: string[] }

const looks = {
  light: {
    scheme: 'light',
    accent: '#2456d6',
    palette: ['#2456d6', '#b87f00', '#009e73', '#c05f94', '#3087b5', '#d55e00'],
    text: '#1a1e26',
    background: '#ffffff',
  },
  dark: {
    scheme: 'dark',
    accent: '#8fb0ff',
    palette: ['#8fb0ff', '#e69f00', '#33c49a', '#dd92ba', '#56b4e9', '#ff8a3d'],
    text: '#e9ebef',
    background: '#14171c',
  },
} as const

const told: Told = { drills: [], downloads: [], violations: [] }
Object.assign(window, { told })
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
  told.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
)

const asked = new URLSearchParams(location.search)
const scheme = asked.get('scheme') === 'dark' ? 'dark' : 'light'
document.documentElement.style.colorScheme = scheme
// Pictures that are compared have fonts of their own, since those of systems differ; all are there before the first text is measured.
const ownFonts = [
  ['latin-400', '400', 'U+0000-2FFF'],
  ['latin-600', '600', 'U+0000-2FFF'],
  ['japanese-400', '400', 'U+3000-FFFF'],
  ['japanese-400', '600', 'U+3000-FFFF'],
] as const
const hasOwnFonts = asked.get('fonts') === 'own'
const fontFamily = hasOwnFonts ? 'Gallery, sans-serif' : 'system-ui, sans-serif'
if (hasOwnFonts) {
  for (const [name, weight, unicodeRange] of ownFonts)
    document.fonts.add(await new FontFace('Gallery', `url(/fonts/${name}.woff2)`, { weight, unicodeRange }).load())
  document.documentElement.style.setProperty('--facet-font', fontFamily)
}
const look = { ...looks[scheme], locale: asked.get('locale') ?? 'en-US', timezone: null, fontFamily }
const shown = (await (await fetch(`/widgets.json?${asked.get('show') ?? ''}`)).json()) as Shown[]

createRoot(document.querySelector('#page') as Element).render(
  <div className="gallery">
    {shown.map(({ height, isCreatorContent = false, ...props }) => (
      <section key={props.widget.id} id={props.widget.id} style={{ height }}>
        <WidgetBody
          {...props}
          look={look}
          isCreatorContent={isCreatorContent}
          mayDownload
          onDrill={(drill) => told.drills.push(drill)}
          onDownload={(download) => told.downloads.push(download)}
        />
      </section>
    ))}
  </div>,
)
