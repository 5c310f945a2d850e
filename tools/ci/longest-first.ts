import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readMap } from './map.ts'

/**
 * A long file that is started last keeps everyone waiting. Those of one project stay together, since a worker serves one
 * project only and another has to be started for the next. A file that was never timed may be the longest.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { tests } = readMap()
    const msOf = ({ moduleId, project }: TestSpecification): number =>
      tests.get(relative(project.vitest.config.root, moduleId))?.ms ?? Number.POSITIVE_INFINITY
    const projects = [...new Set(files.map(({ project }) => project.name))].toSorted().toReversed()
    return Promise.resolve(
      projects.flatMap((name) => files.filter(({ project }) => project.name === name).toSorted((one, other) => msOf(other) - msOf(one))),
    )
  }
}
