import { readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { type Conversion, ConversionRefused, convert, type ConvertInput, requireSize } from '../src/index.ts'

/** What is written to its standard input. */
type Order = { artifacts: string; output: string; hasCatalog: boolean; options: ConvertInput['options']; notices?: string[] }

const readArtifact = (folder: string, what: 'manifest' | 'catalog'): Uint8Array => {
  const path = `${folder}/${what}.json`
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new ConversionRefused('manifest_not_dbt', `There is no ${what}.json. dbt writes it into the folder target.`)
  requireSize(found.size, what)
  return readFileSync(path)
}

const convertWith = ({ artifacts, options }: Order, hasCatalog: boolean): Conversion =>
  convert({
    manifest: readArtifact(artifacts, 'manifest'),
    catalog: hasCatalog ? readArtifact(artifacts, 'catalog') : null,
    options,
  })

/** A catalog only adds types: one that cannot be read is told in the report, and nothing else is lost. */
const convertAtBest = (order: Order): Conversion => {
  try {
    return convertWith(order, order.hasCatalog)
  } catch (error) {
    if (!(error instanceof ConversionRefused) || !order.hasCatalog) throw error
    const conversion = convertWith(order, false)
    conversion.report.notices.push(`The catalog was not used: ${error.message}`)
    return conversion
  }
}

const write = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value), { flag: 'wx' })

const run = (order: Order): object => {
  try {
    const { files, report, outputPath, projectModels, stats } = convertAtBest(order)
    report.notices.push(...(order.notices ?? []))
    write(`${order.output}/conversion.json`, { files, outputPath, projectModels: [...projectModels] })
    write(`${order.output}/report.json`, report)
    return { converted: { counts: report.counts, stats } }
  } catch (error) {
    if (!(error instanceof ConversionRefused)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}

const [standardInput, standardOutput] = [0, 1]
writeSync(standardOutput, `${JSON.stringify(run(JSON.parse(readFileSync(standardInput, 'utf8')) as Order))}\n`)
