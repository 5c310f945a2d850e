import { type Aim, hit, press, pressIt, type Shown, shownMark, type WidgetAttack } from './attack.ts'

const elements = 'markdown: elements'
const links = 'markdown: links'
const scripts = 'page: script-src'

const markdown = (
  name: string,
  guards: readonly string[],
  text: (aim: Aim) => string,
  more: Pick<WidgetAttack, 'act' | 'isSeen'> & { isAlone?: boolean } = {},
): WidgetAttack => {
  const { isAlone = false, ...rest } = more
  return { name, guards, board: isAlone ? name : 'markdown', widget: (aim) => ({ text: `${text(aim)}\n\n${shownMark(name)}` }), ...rest }
}

const broken = (script: string): string => `<img src="data:image/png;base64,x" onerror="${script}">`
const isFrameMoved = ({ page, canary }: Shown): boolean => page.frames().some((frame) => frame.url().startsWith(canary))
const isTopMoved = ({ page, canary }: Shown): boolean => page.url().startsWith(canary)

/** Text of an author. */
export const markdownAttacks: readonly WidgetAttack[] = [
  markdown('m-handler', [elements, scripts], () => broken(hit('m-handler'))),
  markdown('m-script', [elements, scripts], () => `<script>${hit('m-script')}</script>`),
  markdown('m-svg', [elements, scripts], () => `<svg><animate attributeName="x" dur="1s" onbegin="${hit('m-svg')}"></animate></svg>`),
  markdown('m-session', [elements, scripts, 'the session leaves the window'], () =>
    broken(`if (window.facetHandover) ${hit('m-session')}`),
  ),
  markdown('m-parent', [elements, scripts], () => broken(`parent.postMessage('taken', '*'); ${hit('m-parent')}`)),
  markdown('m-picture', ['markdown: pictures'], ({ canary }) => `![](${canary}/m-picture)`),
  markdown('m-frame', [elements, 'page: frame-src'], ({ canary }) => `<iframe src="${canary}/m-frame"></iframe>`),
  markdown('m-object', [elements, 'page: object-src'], ({ canary }) => `<object data="${canary}/m-object"></object>`),
  markdown('m-style', [elements, 'page: style-src'], ({ canary }) => `<p style="background:url(${canary}/m-style)">x</p>`),
  markdown('m-import', [elements, 'page: style-src'], ({ canary }) => `<style>@import url(${canary}/m-import);</style>`),
  markdown('m-fetch', [elements, scripts, 'page: connect-src'], ({ canary }) => broken(`fetch('${canary}/m-fetch')`)),
  markdown(
    'm-link-script',
    [elements, links, scripts],
    () => `<a href="javascript:${hit('m-link-script')}">${press('m-link-script')}</a>`,
    {
      act: pressIt('m-link-script'),
    },
  ),
  markdown('m-link', [links], ({ canary }) => `[${press('m-link')}](${canary}/m-link)`, {
    isAlone: true,
    act: pressIt('m-link'),
    isSeen: isFrameMoved,
  }),
  markdown('m-top', [elements, links, 'SDK: sandbox'], ({ canary }) => `<a href="${canary}/m-top" target="_top">${press('m-top')}</a>`, {
    isAlone: true,
    act: pressIt('m-top'),
    isSeen: isTopMoved,
  }),
  markdown('m-refresh', [elements], ({ canary }) => `<meta http-equiv="refresh" content="0;url=${canary}/m-refresh">`, { isAlone: true }),
  markdown(
    'm-form',
    [elements, 'page: form-action'],
    ({ canary }) => `<form action="${canary}/m-form"><button>${press('m-form')}</button></form>`,
    {
      isAlone: true,
      act: pressIt('m-form'),
    },
  ),
]
