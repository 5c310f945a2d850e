import { copyPageInto } from '../../../tools/web/build-page.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node copy-page.ts <folder>')
await copyPageInto(folder)
