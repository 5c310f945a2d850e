import { readFileSync } from 'node:fs'
import { until } from '../../../harness/until.ts'
import { hasElement, inScene, mountPlain, mountSdk, originOf, requireElement, settle, type Trick } from './scene.ts'
import type { Stage } from './stage.ts'

const addressOf = (stage: Stage, publicId: string, session: string, more = ''): string =>
  `${originOf(stage)}/embed/dashboard/${publicId}?session=${session}${more}`

const picture = (stage: Stage) => ({ userProfile: { displayName: 'Ada', picture: `${stage.canary.origin}/r-picture` } })

/** The viewer's picture is on another server, which must not learn the session from the Referer header. */
const tellsReferrer = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const session = await stage.mint(picture(stage))
    await requireElement(await mountPlain(scene, addressOf(stage, stage.queried.locked.publicId, session)), 'h1')
    await until(() => scene.hits.has('r-picture'))
    return scene.hits.get('r-picture')?.includes(session) === true
  })

const keepsAddress = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const session = await stage.mint()
    const frame = await mountPlain(scene, addressOf(stage, stage.queried.locked.publicId, session))
    await requireElement(frame, 'h1')
    return (await frame.evaluate(() => location.href)).includes(session)
  })

const themes = (canary: string) => ({
  font: `url(${canary}/th)`,
  fontFamily: `x, url(${canary}/th)`,
  borderRadius: `url(${canary}/th)`,
  backgroundColor: `url(${canary}/th)`,
  primaryColor: `red; background: url(${canary}/th)`,
})

/** Whether a hostile theme value is in the style of the page, or was loaded. */
const styles = (stage: Stage, publicId: string, options: object): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const frame = await mountSdk(scene, originOf(stage), publicId, options)
    await requireElement(frame, 'h1')
    await settle(scene, stage.canary.origin)
    const style = await frame.evaluate(() => document.documentElement.style.cssText)
    return style.includes(stage.canary.origin) || scene.hits.has('th')
  })

const filterBy = (member: string, value: string): string => `&f_${member}=${encodeURIComponent(JSON.stringify({ value: [value] }))}`

const filtersHidden = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    stage.engine.asked.splice(0)
    const address = addressOf(stage, stage.queried.locked.publicId, await stage.mint(), filterBy('orders.region', 'south'))
    await requireElement(await mountPlain(scene, address), 'h1')
    await until(() => stage.engine.asked.length > 0)
    return JSON.stringify(stage.engine.asked).includes('south')
  })

const hostile = [
  '&f___proto__.polluted={"value":"x"}',
  '&f___proto__={"value":"x","__proto__":{"polluted":1}}',
  '&f_constructor.prototype={"value":"x"}',
  '&f_a.b={"value":"x","__proto__":{"polluted":1}}',
]

const pollutes = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const address = addressOf(stage, stage.queried.locked.publicId, await stage.mint(), hostile.join(''))
    const frame = await mountPlain(scene, address)
    await requireElement(frame, 'td')
    return frame.evaluate(() => 'polluted' in {} || Object.keys(Object.prototype).length > 0)
  })

// For any list separator.
const startsFormula = /(?:^|[,;\t])[" ]*[=+\-@\t\r]/

/** Whether an exported CSV file contains a formula. */
const savesFormula = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    const publicId = stage.boards.get('formulas')?.publicId ?? ''
    const frame = await mountPlain(scene, addressOf(stage, publicId, await stage.mint(), '&allowExport=true'))
    await requireElement(frame, 'td')
    const [download] = await Promise.all([scene.page.waitForEvent('download'), frame.getByText('CSV').first().click()])
    const lines = readFileSync(await download.path(), 'utf8')
      .split('\r\n')
      .slice(1)
    if (lines.length < 7) throw new Error('The file lacks rows.')
    return lines.some((line) => startsFormula.test(line))
  })

const paths = (session: string): [method: string, path: string][] => [
  ['GET', `/embed/dashboard/x?session=${session}`],
  ['HEAD', `/embed/dashboard/x?sessionId=${session}`],
  ['POST', `/embed/dashboard/x?session=${session}`],
  ['GET', `/embed/nothing?session=${session}`],
  ['GET', `/embed/dashboard/%ff?session=${session}`],
  ['GET', `/embed/doctor?session=${session}`],
  ['GET', `/embed/assets/none.js?session=${session}`],
  ['GET', `/api/v1/embed/dashboard/x?session=${session}`],
  ['OPTIONS', `/api/v1/embed/bootstrap?session=${session}`],
]

/** Whether the log of the service contains a session that was in an address. */
const isLogged = async (stage: Stage): Promise<boolean> => {
  const session = await stage.mint()
  for (const [method, path] of paths(session))
    await fetch(`${stage.service.url}${path}`, { method, headers: { 'x-forwarded-host': stage.tenant.host, 'x-forwarded-proto': 'https' } })
  // Lines are written in the order of the requests.
  const mark = `mark-${session.slice(-12)}`
  await fetch(`${stage.service.url}/api/v1/regions`, {
    headers: { 'x-request-id': mark, 'x-forwarded-host': stage.tenant.host, 'x-forwarded-proto': 'https' },
  })
  const read = (): string => readFileSync(stage.service.logFile, 'utf8')
  await until(() => read().includes(mark))
  return read().includes(session)
}

/** The bootstrap response is lost after the session was used. The page must request another session. */
const losesAnswer = (stage: Stage): Promise<boolean> =>
  inScene(stage, async (scene) => {
    await scene.context.addInitScript(() => {
      const ask = window.fetch.bind(window)
      let isLost = false
      window.fetch = async (input, init) => {
        const answer = await ask(input, init)
        if (isLost || !new Request(input).url.endsWith('/embed/bootstrap')) return answer
        isLost = true
        throw new TypeError('The connection was reset.')
      }
    })
    const frame = await mountSdk(scene, originOf(stage), stage.queried.locked.publicId)
    const isShown = await until(async () => scene.minted.length > 1 && (await hasElement(frame, '[data-widget]')))
    return !isShown
  })

/** Attacks by addresses, themes and downloads, and leaks of the session. */
export const pageTricks: readonly Trick[] = [
  { name: 'r-picture', succeeds: tellsReferrer },
  { name: 's-address', succeeds: keepsAddress },
  { name: 'th-host', succeeds: (stage) => styles(stage, stage.queried.locked.publicId, { theme: themes(stage.canary.origin) }) },
  { name: 'th-dashboard', succeeds: (stage) => styles(stage, stage.boards.get('themed')?.publicId ?? '', {}) },
  { name: 'u-hidden', succeeds: filtersHidden },
  { name: 'u-prototype', succeeds: pollutes },
  { name: 'd-formula', succeeds: savesFormula },
  { name: 'l-log', succeeds: isLogged },
  { name: 'b-lost', succeeds: losesAnswer },
]
