import type { budgets } from './budgets.ts'

/** A fault of the page, as a script that runs before its own, and the budget that it breaks. */
export type Plant = { name: string; script: string; breaks: keyof typeof budgets }

/** Around each request for rows: `ask()` sends it. */
const aroundData = (act: string): string => `
  const send = window.fetch
  window.fetch = (address, options) => {
    const ask = () => send(address, options)
    if (!String(address).endsWith('/data')) return ask()
    ${act}
  }
`
const whenParsed = (act: string): string => `addEventListener('DOMContentLoaded', () => { ${act} })`

export const plants: readonly Plant[] = [
  { name: 'asks twice for rows', script: aroundData('ask(); return ask()'), breaks: 'dataRequests' },
  {
    name: 'loads something of another origin',
    script: whenParsed("fetch('http://other.invalid/font').catch(() => {})"),
    breaks: 'otherOrigins',
  },
  { name: 'loads one file more', script: whenParsed("fetch('/embed/doctor')"), breaks: 'requests' },
  {
    name: 'asks for something before it asks for rows',
    script: aroundData("return send('/embed/doctor').then((answer) => answer.text()).then(ask)"),
    breaks: 'depth',
  },
  {
    name: 'asks for rows a second late',
    script: aroundData('return new Promise((go) => setTimeout(go, 1000)).then(ask)'),
    breaks: 'ratio',
  },
  { name: 'sets a cookie', script: "document.cookie = 'facet=1'", breaks: 'cookies' },
]

/** Of a dashboard without charts: loads this file of charts all the same. */
export const loadsCharts = (path: string): string => whenParsed(`import(location.origin + '${path}')`)
