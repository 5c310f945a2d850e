import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildScript } from './build-script.ts'

const folder = join(import.meta.dirname, '../dist')
const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
const { bytes, integrity } = await buildScript()

await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'facet-embed.js'), bytes)
await writeFile(join(folder, 'facet-embed.json'), `${JSON.stringify({ version, integrity })}\n`)
process.stdout.write(`<script src="facet-embed.js" integrity="${integrity}" crossorigin="anonymous"></script>\n`)
