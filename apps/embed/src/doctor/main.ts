import { createAsk } from './ask.ts'
import type { Finding } from './finding.ts'
import { judgeFraming, lookAround } from './framing.ts'
import { takeSession } from './left-session.ts'
import { reportOf } from './report.ts'
import { judgeSandbox, tryWindow } from './sandbox.ts'
import { askService } from './service.ts'
import { spendSession } from './session.ts'
import { judgeStorage } from './storage.ts'
import { createView } from './view.ts'

const ask = createAsk()
const view = createView()
const all: Finding[] = []
const session = takeSession()
const dashboard = new URLSearchParams(location.search).get('dashboard')

const add = (findings: readonly Finding[]): void => {
  all.push(...findings)
  view.show(findings)
  view.report(reportOf({ at: new Date(), browser: navigator.userAgent, findings: all, asked: ask.asked }))
  const problems = all.filter(({ verdict }) => verdict === 'bad').length
  view.say(problems === 0 ? 'No problem was found.' : `${problems} to mend.`)
}

view.say('Looking …')
const { findings, policy } = await askService(ask)
add([...findings, ...judgeFraming(lookAround(), policy), ...judgeSandbox(), await judgeStorage()])
if (window.parent !== window) view.addButton('Try a new window', () => add([tryWindow()]))
if (session !== null)
  view.addButton('Use the session (works once)', (button) => {
    button.disabled = true
    view.say('Asking …')
    void spendSession(ask, session, dashboard).then(add)
  })
const copy = async (button: HTMLButtonElement): Promise<void> => {
  button.textContent = (await view.copy()) ? 'Copied' : 'Selected: copy it with the keyboard'
}
view.addButton('Copy the report', (button) => void copy(button))
