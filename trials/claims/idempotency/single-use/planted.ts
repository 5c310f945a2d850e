import type { Installation } from '../../../harness/installation.ts'

const replaceOnce = (text: string, part: RegExp, by: string): string => {
  if (!part.test(text)) throw new Error(`The exchange no longer has ${part}; plant the fault another way.`)
  return text.replace(part, by)
}

/**
 * The exchange as one might write it: read, judge, then mark. The row is not locked, and a grant that is there already is let
 * be. Two processes then both find the session unused.
 */
export const plantReadThenMark = async (installation: Installation): Promise<void> => {
  const [row] = await installation.sql<{ text: string }>(
    "select pg_get_functiondef('facet_exchange_sessions(jsonb)'::regprocedure) as text",
  )
  const unlocked = replaceOnce(row?.text ?? '', /\bfor update of s\b/i, '')
  await installation.sql(
    replaceOnce(unlocked, /where j\.outcome = 'exchanged'\s*\)/, "where j.outcome = 'exchanged' on conflict do nothing)"),
  )
}
