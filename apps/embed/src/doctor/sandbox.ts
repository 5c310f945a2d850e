import { bad, type Finding, good, note } from './finding.ts'

const needed = ['allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-downloads', 'allow-popups']

/** The element around this page; only a host of the same origin lets it be seen. */
const frameElement = (): Element | null => {
  try {
    return window.frameElement
  } catch {
    return null
  }
}

/** What the sandbox of the frame lacks. Its flags cannot be read from within a frame of another origin, so most are only named. */
export const judgeSandbox = (): Finding[] => {
  if (window.parent === window) return []
  const fullscreen = document.fullscreenEnabled
    ? good('Full screen', 'The frame allows it.')
    : note('Full screen', 'Not allowed: add allow="fullscreen" to the iframe for a widget to fill the screen.')
  const flags = frameElement()?.getAttribute('sandbox')?.split(/\s+/)
  if (!flags)
    return [
      good(
        'Sandbox',
        'allow-scripts and allow-same-origin are there. The browser does not tell the others: allow-forms, allow-downloads (exports) and allow-popups (links) are needed too; "Try a new window" tests the last.',
      ),
      fullscreen,
    ]
  const missing = needed.filter((flag) => !flags.includes(flag))
  return [
    missing.length === 0 ? good('Sandbox', 'Nothing is missing.') : bad('Sandbox', `Add ${missing.join(' ')} to the sandbox attribute.`),
    fullscreen,
  ]
}

/** Only after a click does a browser open windows, so it is tried at one. */
export const tryWindow = (): Finding => {
  const opened = window.open('about:blank', '_blank', 'width=200,height=200')
  opened?.close()
  return opened
    ? good('New windows', 'One was opened and closed.')
    : bad('New windows', 'None was opened: add allow-popups to the sandbox attribute, or the browser blocks them.')
}
