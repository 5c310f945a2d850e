import type { OperationShape, Preset } from './operation.ts'

/** Whether a preset lets a key call an operation. `read-only` is every GET that shows no secret-bearing list. */
export const presetIncludes = (preset: Preset, operation: OperationShape): boolean =>
  preset === 'read-only' ? operation.method === 'GET' && operation.action !== 'SecretsManage' : (operation.presets ?? []).includes(preset)
