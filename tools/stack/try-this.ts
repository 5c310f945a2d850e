import { firstQuery } from './demo/first-query.ts'
import type { Stack } from './state.ts'

const shopLines = ({ demo }: Stack): string =>
  demo?.shop
    ? `
Look at two customers of one product side by side, each in its own frame, at
  ${demo.shop.url}
`
    : ''

/** The first minutes with a fresh stack, ready to paste. */
export const tryThis = (stack: Stack): string => {
  const ca = stack.caFile ? ' --cacert .stack/tls/ca.pem' : ''
  const node = stack.caFile ? 'NODE_EXTRA_CA_CERTS=.stack/tls/ca.pem node' : 'node'
  return `
Facet is at ${stack.baseUrl}. Its administrator key is in .stack/stack.json (adminKey).
${shopLines(stack)}${firstQuery(stack)}
Try this:
  export BASE_URL=$(node -p "JSON.parse(require('fs').readFileSync('.stack/stack.json')).baseUrl")
  export FACET_KEY=$(node -p "JSON.parse(require('fs').readFileSync('.stack/stack.json')).adminKey")
  curl -s${ca} $BASE_URL/api/v1/users/me -H "Authorization: Bearer $FACET_KEY"
  curl -s${ca} $BASE_URL/build/api/v1/deployments -H "Authorization: Bearer $FACET_KEY" -H 'Content-Type: application/json' \\
    -d '{"name":"Storefront"}'

Or with the typed client:
  ${node} -e "import('@facet/client').then(async ({ createClient }) => {
    const api = createClient({ baseUrl: process.env.BASE_URL, key: process.env.FACET_KEY })
    for await (const deployment of api.items('getDeployments')) console.log(deployment.id, deployment.name)
  })"

Mint an embed session, as a backend does for a page view (docs/guides/embed-in-10-minutes.md goes on from here):
  export DEPLOYMENT_ID=$(curl -s${ca} $BASE_URL/api/v1/deployments -H "Authorization: Bearer $FACET_KEY" | node -p "JSON.parse(require('fs').readFileSync(0)).items[0].id")
  curl -s${ca} $BASE_URL/api/v1/embed/generate-session -H "Authorization: Bearer $FACET_KEY" -H 'Content-Type: application/json' \\
    -d '{"deploymentId":'$DEPLOYMENT_ID',"externalId":"u-1001","embedTenantName":"acme-corp"}'

What of it is up: pnpm stack status. What it writes: pnpm stack logs --follow.
Stop it with: pnpm stack down   (the data stays; --purge throws it away)`
}
