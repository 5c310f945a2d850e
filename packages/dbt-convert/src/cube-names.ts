import type { DbtModel } from './manifest.ts'
import { cubeNameOf } from './names.ts'
import type { ConvertOptions } from './options.ts'
import { ConversionRefused } from './refusal.ts'

/** Each model's cube. Names that differ only in case would be one file on many disks. */
export const nameCubes = (models: DbtModel[], { namePrefix }: ConvertOptions): Map<string, string> => {
  const owners = new Map<string, DbtModel>()
  const names = new Map<string, string>()
  for (const model of models) {
    const cube = cubeNameOf(model, namePrefix)
    const other = owners.get(cube.toLowerCase())
    if (other)
      throw new ConversionRefused(
        'duplicate_cube',
        `${other.id} (${other.file}) and ${model.id} (${model.file}) both become the cube ${cube}: give one another name with meta facet.name, or leave it out with the selector.`,
      )
    owners.set(cube.toLowerCase(), model)
    names.set(model.id, cube)
  }
  return names
}
