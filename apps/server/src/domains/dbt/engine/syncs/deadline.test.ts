import { describe, expect, it } from 'vitest'
import { withDeadline } from './deadline.ts'

/** What never ends by itself. */
const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('killed')))
  })

describe('the time limit of a phase', () => {
  it('names the phase and what it was working on', async () => {
    const control = { signal: new AbortController().signal, timeoutMs: 5, onProgress: () => undefined }

    const ended = withDeadline(
      control,
      'dbt_parse',
      ({ signal, onProgress }) => {
        onProgress('models/orders.sql')
        return until(signal)
      },
      0,
    )

    await expect(ended).rejects.toMatchObject({
      code: 'phase_timed_out',
      message: 'The phase dbt_parse took longer than 0.005 s and was ended while working on models/orders.sql.',
    })
  })

  it('says nothing where the run was ended meanwhile: what is told is why', async () => {
    const gone = new AbortController()
    const control = { signal: gone.signal, timeoutMs: 5, onProgress: () => undefined }

    const ended = withDeadline(
      control,
      'dbt_parse',
      ({ signal }) => {
        signal.addEventListener('abort', () => gone.abort(new Error('cancelled')))
        return until(signal)
      },
      0,
    )

    await expect(ended).rejects.toThrow('killed')
  })
})
