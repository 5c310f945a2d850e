import type { Conversion, GeneratedFile } from './convert.ts'
import { header, modelLine } from './cube-file.ts'
import { byText } from './fields.ts'
import { ConversionRefused } from './refusal.ts'

export type ExistingFile = { path: string; content: string }

/** What a sync does to the output folder. Nothing outside of it is ever touched: overlays that extend its cubes live there. */
export type OutputPlan = {
  writes: GeneratedFile[]
  /** Files of models that the project no longer has. */
  deletes: string[]
  /** Files of models that are outside the selection, and whatever was not generated. */
  keeps: string[]
  unchanged: string[]
}

const generatedFor = (content: string): string | null => {
  const [first, second = ''] = content.split('\n', 2)
  return first === header ? second : null
}

/** Which files change. A file of a person's in the way is not overwritten: the sync fails and says so. */
export const planOutput = (
  { files, outputPath, projectModels }: Pick<Conversion, 'files' | 'outputPath' | 'projectModels'>,
  existing: ExistingFile[],
): OutputPlan => {
  const inFolder = new Map(existing.filter(({ path }) => path.startsWith(`${outputPath}/`)).map(({ path, content }) => [path, content]))
  const modelLines = new Set([...projectModels].map(modelLine))
  const written = new Set(files.map(({ path }) => path))
  const inScope = new Set(files.map(({ modelId }) => modelLine(modelId)))
  const byHand = files.find(({ path }) => inFolder.has(path) && generatedFor(inFolder.get(path) ?? '') === null)
  if (byHand)
    throw new ConversionRefused(
      'file_not_generated',
      `${byHand.path} was not written by a sync, and the model ${byHand.modelId} would overwrite it. Move it out of ${outputPath}, or rename it.`,
    )

  const rest = [...inFolder].filter(([path]) => !written.has(path)).map(([path, content]) => ({ path, of: generatedFor(content) }))
  // A model in scope whose file lies at another path was renamed by a setting; its old cube would stay beside the new.
  const isGone = (of: string | null): boolean => of !== null && (!modelLines.has(of) || inScope.has(of))
  return {
    writes: files.filter(({ path, content }) => inFolder.get(path) !== content),
    unchanged: files.filter(({ path, content }) => inFolder.get(path) === content).map(({ path }) => path),
    deletes: rest
      .filter(({ of }) => isGone(of))
      .map(({ path }) => path)
      .toSorted(byText),
    keeps: rest
      .filter(({ of }) => !isGone(of))
      .map(({ path }) => path)
      .toSorted(byText),
  }
}
