import { personalBranchPrefix, type Region } from '@facet/contract'
import { Failure } from '#kernel/failure'

const slugLength = 40

/** Readable from the name, unique by its ending; the part of a deployment's address that never changes. */
export const slugOf = (name: string, ending: string): string => {
  const readable = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replaceAll(/^-+|-+$/g, '')
  return readable === '' ? `d-${ending}` : `${readable}-${ending}`
}

export const requireRegion = (regions: Region[], name: string): void => {
  if (regions.some((region) => region.name === name)) return
  throw new Failure('region_not_found', `There is no region "${name}". Use one of: ${regions.map((region) => region.name).join(', ')}.`)
}

/** Everybody reads the deploy branch, and nobody but its owner a personal one. */
export const requireDeployBranch = (name: string): void => {
  if (!name.startsWith(personalBranchPrefix)) return
  throw new Failure(
    'invalid_request',
    `"${name}" cannot be the deploy branch: names that begin with "${personalBranchPrefix}" are reserved for personal branches.`,
    { errors: [{ pointer: '/body/deployBranchName', message: `must not begin with ${personalBranchPrefix}.` }] },
  )
}
