import type { SourceChange } from '../../../harness/source-changes.ts'
import { isOff } from './switch.ts'

/** What keeps attacks off, and how it is taken out of the source: each change asks at run time whether the guard is off. */
export type Guard = { name: string; changes: readonly SourceChange[] }

const page = '../../embed/src'
const sdk = '../../../packages/embed/src'

/** One place: `put` is told the condition under which the guard is off. */
const guard = (name: string, file: string, find: string, put: (off: string) => string): Guard => ({
  name,
  changes: [{ file, find, put: put(isOff(name)) }],
})

const several = (name: string, changes: readonly [file: string, find: string, put: (off: string) => string][]): Guard => ({
  name,
  changes: changes.map(([file, find, put]) => ({ file, find, put: put(isOff(name)) })),
})

const policies = 'http/embed-page.ts'

/** A directive as it stands in the source, and what it is without the guard. */
const directive = (name: string, find: string, without: string): Guard =>
  guard(name, policies, find, (off) => `...(${off} ? [${without}] : [${find.replace(/,$/, '')}]),`)

const formAction = `"form-action 'none'",`

export const policyGuards: readonly Guard[] = [
  directive('page: script-src', `["script-src 'self'", ...scripts].join(' '),`, `"script-src * 'unsafe-inline' 'unsafe-eval'"`),
  directive('page: style-src', `"style-src 'self'",`, `"style-src * 'unsafe-inline'"`),
  directive('page: connect-src', `"connect-src 'self'",`, `'connect-src *'`),
  directive('page: frame-src', `"frame-src 'self'",`, `'frame-src *'`),
  directive('page: object-src', `"object-src 'none'",`, `'object-src *'`),
  directive('page: trusted types', `"require-trusted-types-for 'script'",`, ''),
  // oxlint-disable-next-line no-template-curly-in-string -- the text of the source, which has the placeholder
  directive('page: frame-ancestors', '`frame-ancestors ${ancestors(embedOrigins)}`,', ''),
  guard(
    'page: form-action',
    policies,
    `    ${formAction}\n    ...(${isOff('page: object-src')}`,
    (off) => `    ...(${off} ? [] : [${formAction}]),\n    ...(${isOff('page: object-src')}`,
  ),
  directive('report: script-src', `['script-src', ...scripts, ...more].join(' '),`, `"script-src * data: 'unsafe-inline' 'unsafe-eval'"`),
  directive('report: style-src', `"style-src 'unsafe-inline'",`, `"style-src * 'unsafe-inline'"`),
  directive('report: img-src', `'img-src data:',`, `'img-src *'`),
  directive(
    'report: default-src',
    `'font-src data:',`,
    `'font-src *', 'frame-src *', 'media-src *', 'object-src *', 'worker-src * data: blob:'`,
  ),
  directive('report: connect-src', `"connect-src 'none'",`, `'connect-src *'`),
  directive(
    'report: frame-ancestors',
    // oxlint-disable-next-line no-template-curly-in-string -- the text of the source, which has the placeholder
    '`frame-ancestors ${ancestors(embedOrigins.length === 0 ? [] : ["\'self\'", ...embedOrigins])}`,',
    '',
  ),
  directive('report: sandbox', `'sandbox allow-scripts',`, ''),
  guard(
    'report: form-action',
    policies,
    `    ${formAction}\n    ...(${isOff('report: sandbox')}`,
    (off) => `    ...(${off} ? [] : [${formAction}]),\n    ...(${isOff('report: sandbox')}`,
  ),
  guard(
    'referrer-policy',
    'http/safe-headers.ts',
    `'referrer-policy': 'no-referrer',`,
    (off) => `get 'referrer-policy'() {\n    return ${off} ? 'unsafe-url' : 'no-referrer'\n  },`,
  ),
]

const widgetData = 'domains/querying/widget-data'

export const serviceGuards: readonly Guard[] = [
  guard(
    'charts are checked when saved',
    'domains/content/charts/chart-rules.ts',
    'spec === undefined ? null : checkChart(spec)',
    (off) => `spec === undefined || ${off} ? null : checkChart(spec)`,
  ),
  guard(
    'locked controls keep their value',
    `${widgetData}/control-values.ts`,
    `if (control.visibility !== 'visible')`,
    (off) => `if (control.visibility !== 'visible' && !${off})`,
  ),
  guard(
    'locked controls tell no values',
    `${widgetData}/list-filter-choices.ts`,
    `if (control.visibility !== 'visible')`,
    (off) => `if (control.visibility !== 'visible' && !${off})`,
  ),
  guard(
    'locked filters stay where a chart breaks',
    `${widgetData}/applied-filters.ts`,
    `boolean => control.visibility !== 'visible'`,
    (off) => `boolean => control.visibility !== 'visible' && !${off}`,
  ),
  guard(
    'widgets are those of the dashboard',
    `${widgetData}/plan-widgets.ts`,
    'config.widgets?.find(({ id }) => id === widgetId)',
    (off) =>
      `(config.widgets?.find(({ id }) => id === widgetId) ?? (${off} ? config.widgets?.find(({ type }) => type === 'CHART') : undefined))`,
  ),
  guard(
    'controls are those of the dashboard',
    `${widgetData}/control-values.ts`,
    '    if (!control)\n',
    (off) => `    if (!control && ${off}) continue\n    if (!control)\n`,
  ),
  guard(
    'dashboards are shown to whom they are shared with',
    'domains/content/embed-access/require-embedded.ts',
    'if (!isVisible)',
    (off) => `if (!isVisible && !${off})`,
  ),
  guard(
    'the log has no addresses',
    'http/observe.ts',
    'method: request.method,\n        status',
    (off) => `method: request.method,\n        ...(${off} ? { url: request.url } : {}),\n        status`,
  ),
]

const chart = `${page}/widgets/chart`
const asHtml = (off: string, tag: string, text: string, otherwise: string): string =>
  `(${off} ? <${tag} ref={(box) => { if (box) box.innerHTML = ${text} }} /> : ${otherwise})`

export const pageGuards: readonly Guard[] = [
  guard(
    'markdown: elements',
    `${page}/widgets/markdown/render-markdown.ts`,
    'const content = DOMPurify.sanitize(html, {',
    (off) =>
      `const content = ${off} ? document.implementation.createHTMLDocument('').createRange().createContextualFragment(html) : DOMPurify.sanitize(html, {`,
  ),
  guard(
    'markdown: links',
    `${page}/widgets/markdown/render-markdown.ts`,
    `for (const link of content.querySelectorAll('a'))`,
    (off) => `if (!${off}) for (const link of content.querySelectorAll('a'))`,
  ),
  guard(
    'markdown: pictures',
    `${page}/widgets/markdown/render-markdown.ts`,
    `if (!picture.test(`,
    (off) => `if (!${off} && !picture.test(`,
  ),
  several('texts are texts', [
    [
      `${page}/layout/DashboardView.tsx`,
      `<h1 className={classes['title']}>{name}</h1>`,
      (off) => asHtml(off, 'h1', 'name', '<h1>{name}</h1>'),
    ],
    [
      `${page}/layout/DashboardView.tsx`,
      `<p className={classes['about']}>{about}</p>`,
      (off) => asHtml(off, 'p', 'about', '<p>{about}</p>'),
    ],
    [`${page}/layout/WidgetCell.tsx`, '          {title}\n', (off) => `          {${asHtml(off, 'i', 'title', 'title')}}\n`],
    [
      `${page}/layout/Viewer.tsx`,
      '<span aria-hidden="true">{displayName}</span>',
      (off) => `{${asHtml(off, 'i', 'displayName', 'displayName')}}`,
    ],
    [
      `${page}/controls/ControlWidget.tsx`,
      '          {control.label}\n',
      (off) => `          {${asHtml(off, 'i', 'control.label', 'control.label')}}\n`,
    ],
    [`${page}/widgets/table/TableRow.tsx`, '          {text}\n', (off) => `          {${asHtml(off, 'i', 'text', 'text')}}\n`],
    [`${chart}/tooltip.ts`, 'text.textContent = value', (off) => `if (${off}) text.innerHTML = value; else text.textContent = value`],
  ]),
  guard(
    'charts load nothing',
    `${chart}/vega.ts`,
    'loader: refusingLoader,',
    (off) =>
      `loader: ${off} ? { ...refusingLoader, load: async (uri) => (await fetch(uri)).text(), sanitize: async (uri) => ({ href: uri }) } : refusingLoader,`,
  ),
  guard(
    'charts are painted with colours',
    `${chart}/plain-paint.ts`,
    'colourFunction.test(text) ?',
    (off) => `colourFunction.test(text) || ${off} ?`,
  ),
  guard(
    'reports: sandbox',
    `${page}/widgets/frame/open-frame.ts`,
    `frame.setAttribute('sandbox', 'allow-scripts')`,
    (off) => `if (!${off}) frame.setAttribute('sandbox', 'allow-scripts')`,
  ),
  guard(
    'reports: no connections of browsers',
    `${page}/widgets/frame/in-frame.ts`,
    '\n  removePeerConnections()',
    (off) => `\n  if (!${off}) removePeerConnections()`,
  ),
  several('theme values are checked', [
    [
      `${page}/theme/css-values.ts`,
      'return fontText.test(text)',
      (off) => `if (${off} && text !== '') return text\n      return fontText.test(text)`,
    ],
    [
      `${page}/theme/css-values.ts`,
      'return lengthText.test(text)',
      (off) => `if (${off} && text !== '') return text\n      return lengthText.test(text)`,
    ],
  ]),
  several('filters of addresses are those that are seen', [
    [
      `${page}/controls/control-rules.ts`,
      `kind === 'filter' && visibility === 'visible' &&`,
      (off) => `kind === 'filter' && (${off} || visibility === 'visible') &&`,
    ],
    [
      `${page}/controls/control-rules.ts`,
      `const choice = visibility === 'visible' ?`,
      (off) => `const choice = ${off} || visibility === 'visible' ?`,
    ],
  ]),
  guard(
    'files for spreadsheets have no formulas',
    `${page}/widgets/table/csv.ts`,
    'quoted(text.replace(',
    (off) => `quoted(${off} ? text : text.replace(`,
  ),
  guard(
    'the session leaves the address',
    `${page}/start.ts`,
    'if (session !== null) history',
    (off) => `if (session !== null && !${off}) history`,
  ),
  guard(
    'the session leaves the window',
    `${page}/handover.ts`,
    'delete holder.facetHandover',
    (off) => `if (!${off}) delete holder.facetHandover`,
  ),
  guard(
    'pictures are asked for without a referrer',
    `${page}/layout/Viewer.tsx`,
    'referrerPolicy="no-referrer"',
    (off) => `referrerPolicy={${off} ? undefined : 'no-referrer'}`,
  ),
  guard(
    'a lost answer is told as passing',
    `${page}/session/read-bootstrap.ts`,
    "did not arrive.', retryable: true",
    (off) => `did not arrive.', retryable: !${off}`,
  ),
  guard(
    'ports are taken of the window around',
    `${sdk}/page/accept-host.ts`,
    'if (event.source !== view.parent || view.parent === view || !port',
    (off) => `if ((!${off} && (event.source !== view.parent || view.parent === view)) || !port`,
  ),
  guard(
    'actions are taken of the window around',
    `${sdk}/page/legacy-host.ts`,
    'if (event.source !== view.parent || view.parent === view || !origins().includes(event.origin)) return',
    (off) => `if (!${off} && (event.source !== view.parent || view.parent === view || !origins().includes(event.origin))) return`,
  ),
]

export const sdkGuards: readonly Guard[] = [
  guard(
    'SDK: only its frame says hello',
    `${sdk}/channel.ts`,
    'if (event.source !== frame.contentWindow || event.origin !== origin ||',
    (off) => `if ((!${off} && (event.source !== frame.contentWindow || event.origin !== origin)) ||`,
  ),
  guard(
    'SDK: the port goes to its origin',
    `${sdk}/channel.ts`,
    'satisfies Connect, origin, [port2]',
    (off) => `satisfies Connect, ${off} ? '*' : origin, [port2]`,
  ),
  guard('SDK: sandbox', `${sdk}/frame.ts`, `  frame.setAttribute('sandbox'`, (off) => `  if (!${off}) frame.setAttribute('sandbox'`),
]

/** What is kept as compiled is what a chart is drawn by: with it off, that is what nobody has checked. */
export const compileGuard = 'charts are checked when compiled'

export const sourceGuards: readonly Guard[] = [...policyGuards, ...serviceGuards, ...pageGuards, ...sdkGuards]
export const guardNames: readonly string[] = [...sourceGuards.map(({ name }) => name), compileGuard]
