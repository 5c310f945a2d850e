import { goldenCharts } from './charts.ts'
import { writeRecorded } from './recorded.ts'
import { openStudio } from './studio.ts'

/** `pnpm record:goldens`: draws the charts and keeps the pictures for this version of the browser. Look at each before it is committed. */
const studio = await openStudio()
try {
  const pictures = await studio.take(goldenCharts)
  const bytes = [...pictures.values()].reduce((sum, picture) => sum + picture.length, 0)
  process.stdout.write(`${pictures.size} pictures, ${Math.round(bytes / 1000)} kB: ${writeRecorded(studio, pictures)}\n`)
} finally {
  await studio.close()
}
