/** A node of the tree that the service answers with. */
export type TreeNode = { path: string; content?: string; children?: TreeNode[] }

/** Its files by path; one whose content is not in the answer has none. */
export const filesIn = (nodes: readonly TreeNode[]): [string, string][] =>
  nodes.flatMap(({ path, content, children }) =>
    children ? filesIn(children) : [[path.slice(1), content ?? ''] satisfies [string, string]],
  )
