import { type Accepted, acceptHost } from '@facet/embed/page'

type Start = { call: string; session: string; live: { publicId: string; locale?: string; timezone?: string } }

/** The host that handed its port over. What it starts with is told before the bundle is there, which reads it once more, in full. */
export const acceptStart = async (view: Window, onStart: (start: Start) => void): Promise<Accepted> => {
  const accepted = await acceptHost(view)
  const [first] = accepted.calls as Start[]
  if (first?.call === 'start') onStart(first)
  return accepted
}
