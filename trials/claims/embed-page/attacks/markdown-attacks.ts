import { type Aim, hit, press, pressIt, type Shown, shownMark, type WidgetAttack } from './attack.ts'

type More = Pick<WidgetAttack, 'act' | 'isSeen'> & { isAlone?: boolean }

const markdown = (name: string, text: (aim: Aim) => string, { isAlone = false, ...rest }: More = {}): WidgetAttack => ({
  name,
  board: isAlone ? name : 'markdown',
  widget: (aim) => ({ text: `${text(aim)}\n\n${shownMark(name)}` }),
  ...rest,
})

const broken = (script: string): string => `<img src="data:image/png;base64,x" onerror="${script}">`
const isFrameMoved = ({ page, canary }: Shown): boolean => page.frames().some((frame) => frame.url().startsWith(canary))
const isTopMoved = ({ page, canary }: Shown): boolean => page.url().startsWith(canary)

/** Hostile Markdown of an author. */
export const markdownAttacks: readonly WidgetAttack[] = [
  markdown('m-handler', () => broken(hit('m-handler'))),
  markdown('m-script', () => `<script>${hit('m-script')}</script>`),
  markdown('m-svg', () => `<svg><animate attributeName="x" dur="1s" onbegin="${hit('m-svg')}"></animate></svg>`),
  markdown('m-session', () => broken(`if (window.facetHandover) ${hit('m-session')}`)),
  markdown('m-parent', () => broken(`parent.postMessage('taken', '*'); ${hit('m-parent')}`)),
  markdown('m-picture', ({ canary }) => `![](${canary}/m-picture)`),
  markdown('m-frame', ({ canary }) => `<iframe src="${canary}/m-frame"></iframe>`),
  markdown('m-object', ({ canary }) => `<object data="${canary}/m-object"></object>`),
  markdown('m-style', ({ canary }) => `<p style="background:url(${canary}/m-style)">x</p>`),
  markdown('m-import', ({ canary }) => `<style>@import url(${canary}/m-import);</style>`),
  markdown('m-fetch', ({ canary }) => broken(`fetch('${canary}/m-fetch')`)),
  markdown('m-link-script', () => `<a href="javascript:${hit('m-link-script')}">${press('m-link-script')}</a>`, {
    act: pressIt('m-link-script'),
  }),
  markdown('m-link', ({ canary }) => `[${press('m-link')}](${canary}/m-link)`, {
    isAlone: true,
    act: pressIt('m-link'),
    isSeen: isFrameMoved,
  }),
  markdown('m-top', ({ canary }) => `<a href="${canary}/m-top" target="_top">${press('m-top')}</a>`, {
    isAlone: true,
    act: pressIt('m-top'),
    isSeen: isTopMoved,
  }),
  markdown('m-refresh', ({ canary }) => `<meta http-equiv="refresh" content="0;url=${canary}/m-refresh">`, { isAlone: true }),
  markdown('m-form', ({ canary }) => `<form action="${canary}/m-form"><button>${press('m-form')}</button></form>`, {
    isAlone: true,
    act: pressIt('m-form'),
  }),
]
