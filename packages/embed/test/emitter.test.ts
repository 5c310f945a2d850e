import { afterEach, expect, it, vi } from 'vitest'
import { createEmitter } from '../src/emitter.ts'

afterEach(() => void vi.unstubAllGlobals())

it('tells everybody who listens, also after one of them fails, and nobody who stopped', () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  const { on, emit, clear } = createEmitter()
  const said: string[] = []
  const mistake = new Error('a mistake of the host')
  on('ready', () => {
    throw mistake
  })
  on('ready', () => said.push('ready'))
  on('height', () => said.push('height'))
  on('*', ({ type }: { type: string }) => said.push(`* ${type}`))
  const stop = on('ready', () => said.push('stopped'))
  stop()
  emit('ready', {})
  clear()
  emit('ready', {})

  expect(said).toEqual(['ready', '* ready'])
  expect(report).toHaveBeenCalledExactlyOnceWith(mistake)
})
