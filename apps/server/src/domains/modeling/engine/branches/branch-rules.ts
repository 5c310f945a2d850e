export const headRef = (branch: { name: string }): string => `heads/${branch.name}`

/** The branch that keeps a new one from its name: of the same name, or one of which either would be a folder to git. */
export const findNameInTheWay = (refs: string[], branch: { name: string }): string | undefined => {
  const ref = headRef(branch)
  const taken = refs.find((other) => other === ref || other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`))
  return taken?.slice(headRef({ name: '' }).length)
}
