import type { Stack } from '../state.ts'
import { companies, sessionOf } from './companies.ts'

const query = {
  measures: ['sales.revenue', 'sales.orders_count', 'sales.returns_rate'],
  dimensions: ['sales.company'],
}

/** Nothing but curl and sed: whoever tries it may have no Node in this shell. */
const fieldOf = (name: string): string => String.raw`sed 's/.*"${name}":"\([^"]*\)".*/\1/'`

/** Mint, exchange, query: three commands to paste, for one company. */
const commandsOf = (stack: Stack, deploymentId: number, dataUrl: string, ca: string, company: (typeof companies)[number]): string => {
  const json = "-H 'Content-Type: application/json'"
  const key = String.raw`$(sed -n 's/.*"adminKey": "\(.*\)".*/\1/p' .stack/stack.json)`
  return `  SESSION=$(curl -s${ca} ${stack.baseUrl}/api/v1/embed/generate-session -H "Authorization: Bearer ${key}" ${json} \\
    -d '${JSON.stringify(sessionOf(deploymentId, company))}' | ${fieldOf('sessionId')})
  TOKEN=$(curl -s${ca} ${stack.baseUrl}/api/v1/embed/session/token ${json} -d '{"sessionId":"'$SESSION'"}' | ${fieldOf('token')})
  curl -s${ca} ${dataUrl}/load -H "Authorization: Bearer $TOKEN" ${json} -d '${JSON.stringify({ query })}'`
}

export const firstQuery = (stack: Stack): string => {
  if (!stack.demo?.isBuilt) return ''
  const { deploymentId, path } = stack.demo
  const dataUrl = `${stack.baseUrl}${path}/cubejs-api/v1`
  const ca = stack.caFile ? ' --cacert .stack/tls/ca.pem' : ''
  const [first, second] = companies.map((company) => commandsOf(stack, deploymentId, dataUrl, ca, company))
  return `
Ask for the sales of acme, as its page does: mint a session, exchange it, query (docs/guides/first-query.md explains each):
${first}

The same for globex, who sees other rows of the same tables:
${second}
`
}
