import { type Aim, hit, press, pressIt, type Shown, shownMark, type WidgetAttack } from './attack.ts'

type More = Pick<WidgetAttack, 'isSeen'> & { isAlone?: boolean; isPressed?: boolean }

/** A script inside a report. `facetDone` reports that the script ended. */
const report = (name: string, script: (aim: Aim) => string, more: More = {}): WidgetAttack => {
  const { isAlone = false, isPressed = false, ...rest } = more
  const template = (aim: Aim): string => {
    const button = isPressed ? `<button>${press(name)}</button>` : ''
    const text = isPressed ? `document.querySelector('button').onclick = () => { ${script(aim)} }` : script(aim)
    return `${button}<p>${shownMark(name)}</p><script>setTimeout(() => { try { ${text} } finally { facetDone('${name}') } })</script>`
  }
  return {
    name,
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

/** Scripts of an author run in reports. They must not reach anything outside their frame. */
export const reportAttacks: readonly WidgetAttack[] = [
  report('h-parent', () => `parent.document.body.textContent; ${hit('h-parent')}`),
  // A frame with an origin has storage.
  report('h-origin', () => `if (origin !== 'null') ${hit('h-origin')}`),
  report('h-token', () => `parent.fetch = () => { ${hit('h-token')} }; parent.fetch()`),
  report('h-fetch', ({ canary }) => `fetch('${canary}/h-fetch')`),
  report('h-beacon', ({ canary }) => `navigator.sendBeacon('${canary}/h-beacon')`),
  report('h-image', ({ canary }) => `new Image().src = '${canary}/h-image'`),
  report('h-paint', ({ canary }) => `document.body.style.background = 'url(${canary}/h-paint)'`),
  report('h-style', ({ canary }) => `${append('link', 'href', `${canary}/h-style`)}; it.rel = 'stylesheet'`),
  report('h-script', ({ canary }) => append('script', 'src', `${canary}/h-script`)),
  report('h-import', ({ canary }) => `import('${canary}/h-import').catch(() => 0)`),
  report('h-nested', () =>
    [
      `onmessage = () => ${hit('h-nested')}`,
      `const it = document.createElement('iframe')`,
      `it.srcdoc = '<script src="data:text/javascript,parent.postMessage(1, String.fromCharCode(42))"></scr' + 'ipt>'`,
      'document.body.append(it)',
    ].join('; '),
  ),
  report('h-frame', ({ canary }) => append('iframe', 'src', `${canary}/h-frame`)),
  report('h-object', ({ canary }) => append('object', 'data', `${canary}/h-object`)),
  report('h-font', ({ canary }) => `new FontFace('x', 'url(${canary}/h-font)').load().catch(() => 0)`),
  report('h-peer', ({ datagrams }) =>
    [
      `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${datagrams}' }] })`,
      `peer.createDataChannel('x')`,
      'peer.createOffer().then((offer) => peer.setLocalDescription(offer))',
    ].join('; '),
  ),
  report('h-navigate', ({ canary }) => `location.href = '${canary}/h-navigate'`),
  report('h-form', ({ canary }) => `${append('form', 'action', `${canary}/h-form`)}; it.submit()`),
  report('h-popup', ({ canary }) => `open('${canary}/h-popup')`, { isPressed: true }),
  report('h-page', ({ canary }) => `parent.location.href = '${canary}/h-page'`, { isAlone: true }),
  report('h-top', ({ canary }) => `top.location.href = '${canary}/h-top'`, { isAlone: true, isPressed: true }),
]
