const maxRefLength = 40

/** What a branch name may hold of a ref. Nothing of it can make git, or a person, read the name as something else. */
const refSegment = (ref: string): string =>
  ref
    .replaceAll(/[^A-Za-z0-9_.-]/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.]+/, '')
    .slice(0, maxRefLength)

/** The name of a fresh review branch. The ref comes first: clients have used it to see that their ref was honoured. Times are UTC. */
export const generatedBranchName = (ref: string | null, now: Date, random: Uint8Array): string => {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const unique = Buffer.from(random.subarray(0, 4)).toString('hex')
  return `dbt-sync/${[refSegment(ref ?? ''), time, unique].filter((part) => part !== '').join('-')}`
}
