import { parseArgs } from 'node:util'
import { dataOpenApiDocument, openApiDocument } from '@facet/contract'

const families = { management: openApiDocument, data: dataOpenApiDocument }

const { values } = parseArgs({ options: { family: { type: 'string', default: 'management' } } })
const { family } = values
if (!(family === 'management' || family === 'data'))
  throw new Error(`There is no document of the family "${family}". Use one of: ${Object.keys(families).join(', ')}.`)

// Whoever reads it may stop reading (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.stdout.write(`${JSON.stringify(families[family](), null, 2)}\n`)
