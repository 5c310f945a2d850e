import { openApiDocument } from '@facet/contract'

// Whoever reads it may stop reading (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
