import { openSshAgent } from './ssh-agent.ts'
import { generateSshKey } from './ssh-keys.ts'

// A process that has an agent, for a test that kills it.
const { privateKey, publicKey } = await generateSshKey()
const hostKeys = [publicKey.split(' ').slice(0, 2).join(' ')]
await openSshAgent({ folder: process.argv[2] ?? '', host: 'git.example.com', user: 'git', privateKey, hostKeys })
process.send?.('up')
