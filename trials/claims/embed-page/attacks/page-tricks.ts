import { readFileSync } from 'node:fs'
import type { Frame } from '@facet/testkit/chromium'
import { hasElement, inScene, mountPlain, mountSdk, originOf, settle, type Trick } from './scene.ts'
import type { Stage, World } from './stage.ts'
import { until } from './until.ts'

const isDrawn = (frame: Frame): Promise<boolean> => until(() => hasElement(frame, 'h1'))
const hasRows = (frame: Frame): Promise<boolean> => until(() => hasElement(frame, 'td'))

const addressOf = (stage: Stage, world: World, publicId: string, session: string, more = ''): string =>
  `${originOf(stage, world)}/embed/dashboard/${publicId}?session=${session}${more}`

const picture = (stage: Stage) => ({ userProfile: { displayName: 'Ada', picture: `${stage.canary.origin}/r-picture` } })

/** The picture of the viewer is on another server, and must not be told where it is shown. */
const tellsReferrer = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const session = await stage.mint(world, picture(stage))
    await isDrawn(await mountPlain(scene, addressOf(stage, world, stage.queried.locked.publicId, session)))
    await until(() => scene.hits.has('r-picture'))
    return scene.hits.get('r-picture')?.includes(session) === true
  })

const keepsAddress = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const session = await stage.mint(world)
    const frame = await mountPlain(scene, addressOf(stage, world, stage.queried.locked.publicId, session))
    await isDrawn(frame)
    return (await frame.evaluate(() => location.href)).includes(session)
  })

const themes = (canary: string) => ({
  font: `url(${canary}/th)`,
  fontFamily: `x, url(${canary}/th)`,
  borderRadius: `url(${canary}/th)`,
  backgroundColor: `url(${canary}/th)`,
  primaryColor: `red; background: url(${canary}/th)`,
})

/** Whether what the theme says stands in the style of the page, or was loaded. */
const styles = (stage: Stage, world: World, publicId: string, options: object): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const frame = await mountSdk(scene, originOf(stage, world), publicId, options)
    await isDrawn(frame)
    await settle(scene, stage.canary.origin)
    const style = await frame.evaluate(() => document.documentElement.style.cssText)
    return style.includes(stage.canary.origin) || scene.hits.has('th')
  })

const filterBy = (member: string, value: string): string => `&f_${member}=${encodeURIComponent(JSON.stringify({ value: [value] }))}`

const filtersHidden = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    stage.engine.asked.splice(0)
    const address = addressOf(stage, world, stage.queried.locked.publicId, await stage.mint(world), filterBy('orders.region', 'south'))
    await isDrawn(await mountPlain(scene, address))
    await until(() => stage.engine.asked.length > 0)
    return JSON.stringify(stage.engine.asked).includes('south')
  })

const hostile = [
  '&f___proto__.polluted={"value":"x"}',
  '&f___proto__={"value":"x","__proto__":{"polluted":1}}',
  '&f_constructor.prototype={"value":"x"}',
  '&f_a.b={"value":"x","__proto__":{"polluted":1}}',
]

const pollutes = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const address = addressOf(stage, world, stage.queried.locked.publicId, await stage.mint(world), hostile.join(''))
    const frame = await mountPlain(scene, address)
    await hasRows(frame)
    return frame.evaluate(() => 'polluted' in {} || Object.keys(Object.prototype).length > 0)
  })

// Whichever character the spreadsheet lists with.
const startsFormula = /(?:^|[,;\t])[" ]*[=+\-@\t\r]/

/** Whether a file for spreadsheets has a cell that is run there. */
const savesFormula = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
    const publicId = stage.boards.get('formulas')?.publicId ?? ''
    const frame = await mountPlain(scene, addressOf(stage, world, publicId, await stage.mint(world), '&allowExport=true'))
    await hasRows(frame)
    const [download] = await Promise.all([scene.page.waitForEvent('download'), frame.getByText('CSV').first().click()])
    const lines = readFileSync(await download.path(), 'utf8')
      .split('\r\n')
      .slice(1)
    if (lines.length < 7) throw new Error('The file has not all rows.')
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

/** Whether a session stands in the log of the service, whichever address it was in. */
const isLogged = async (stage: Stage, world: World): Promise<boolean> => {
  const session = await stage.mint(world)
  for (const [method, path] of paths(session))
    await fetch(`${world.service.url}${path}`, { method, headers: { 'x-forwarded-host': stage.tenant.host, 'x-forwarded-proto': 'https' } })
  // The line of a later request is written after those of the ones before.
  const mark = `mark-${session.slice(-12)}`
  await fetch(`${world.service.url}/api/v1/regions`, {
    headers: { 'x-request-id': mark, 'x-forwarded-host': stage.tenant.host, 'x-forwarded-proto': 'https' },
  })
  const read = (): string => readFileSync(world.service.logFile, 'utf8')
  await until(() => read().includes(mark))
  return read().includes(session)
}

/** The answer of the bootstrap is lost after the session was used up: where the host is not asked for another, nobody sees anything. */
const losesAnswer = (stage: Stage, world: World): Promise<boolean> =>
  inScene(stage, world, async (scene) => {
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
    const frame = await mountSdk(scene, originOf(stage, world), stage.queried.locked.publicId)
    const isShown = await until(async () => scene.minted.length > 1 && (await hasElement(frame, '[data-widget]')))
    return !isShown
  })

/** What addresses, themes and files do, and what is told where it should not be. */
export const pageTricks: readonly Trick[] = [
  {
    name: 'r-picture',
    guards: ['referrer-policy', 'pictures are asked for without a referrer', 'the session leaves the address'],
    succeeds: tellsReferrer,
  },
  { name: 's-address', guards: ['the session leaves the address'], succeeds: keepsAddress },
  {
    name: 'th-host',
    guards: ['theme values are checked'],
    succeeds: (stage, world) => styles(stage, world, stage.queried.locked.publicId, { theme: themes(stage.canary.origin) }),
  },
  {
    name: 'th-dashboard',
    guards: ['theme values are checked'],
    succeeds: (stage, world) => styles(stage, world, stage.boards.get('themed')?.publicId ?? '', {}),
  },
  {
    name: 'u-hidden',
    guards: ['filters of addresses are those that are seen', 'locked controls keep their value'],
    succeeds: filtersHidden,
  },
  { name: 'u-prototype', guards: [], succeeds: pollutes },
  { name: 'd-formula', guards: ['files for spreadsheets have no formulas'], succeeds: savesFormula },
  { name: 'l-log', guards: ['the log has no addresses'], succeeds: isLogged },
  { name: 'b-lost', guards: ['a lost answer is told as passing'], succeeds: losesAnswer },
]
