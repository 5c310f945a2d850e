import { openApiDocument } from '@facet/contract'

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
