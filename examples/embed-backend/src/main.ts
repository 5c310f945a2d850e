import { createBackend } from './backend.ts'
import { readConfig } from './config.ts'

const server = createBackend(readConfig())
server.listen(readConfig().port, 'localhost', () => {
  const address = server.address()
  process.stdout.write(`listening on http://localhost:${typeof address === 'object' ? address?.port : address}\n`)
})
