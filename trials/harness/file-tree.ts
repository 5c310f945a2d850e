/** A node of a file tree in a response. */
export type TreeNode = { path: string; content?: string; children?: TreeNode[] }

/** Files by path. Content that the response omits is empty. */
export const filesIn = (nodes: readonly TreeNode[]): [string, string][] =>
  nodes.flatMap(({ path, content, children }) =>
    children ? filesIn(children) : [[path.slice(1), content ?? ''] satisfies [string, string]],
  )
