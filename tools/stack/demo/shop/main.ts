import { readStack } from '../../state.ts'
import { createShop } from './serve.ts'

const stack = readStack()
const mintKey = process.env['FACET_DEMO_MINT_KEY']
if (!stack?.demo?.shop || !mintKey) throw new Error('The page of the demo is started by pnpm stack up --demo.')
const { deploymentId, shop } = stack.demo
createShop({ facetUrl: stack.baseUrl, adminKey: stack.adminKey, mintKey, deploymentId, publicId: shop.publicId }).listen(
  Number(new URL(shop.url).port),
  '127.0.0.1',
)
