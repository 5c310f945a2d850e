import { contentLimits } from '@facet/contract'
import { Failure } from '#kernel/failure'

/** Refuses folders that would nest too deep: `above` are those that would contain them, `height` is how many levels they take. */
export const requireDepth = (above: readonly unknown[], height: number): void => {
  const depth = above.length + height
  if (depth > contentLimits.folderDepth)
    throw new Failure(
      'folder_too_deep',
      `Folders nest at most ${contentLimits.folderDepth} levels deep, and this would make ${depth}. Choose a place further up.`,
    )
}
