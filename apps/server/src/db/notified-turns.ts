import { createNotifications } from './notifications.ts'

// So long one connection is listened to.
const turnMs = 60_000
// So often all is looked at anew, whatever was lost.
const lookMs = 5000

/** A turn of a task that works whenever a channel is notified. */
export const notifiedTurn =
  (databaseUrl: string, channel: string, work: () => Promise<unknown>) =>
  async (signal: AbortSignal): Promise<void> => {
    const endsAtMs = performance.now() + turnMs
    const left = (): number => endsAtMs - performance.now()
    const notices = createNotifications(databaseUrl, channel)
    try {
      do {
        await notices.ensure()
        await work()
        await notices.next(Math.min(lookMs, left()), signal)
      } while (left() > 0 && !signal.aborted)
    } finally {
      await notices.close()
    }
  }
