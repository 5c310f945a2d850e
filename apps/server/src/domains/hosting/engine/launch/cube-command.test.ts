import { describe, expect, it } from 'vitest'
import { cubeCommand } from './cube-command.ts'

const parts = {
  programs: { folder: '/programs', compile: 'compile.js', serve: 'serve.js', testConnection: 'test-connection.js' },
  engine: { folder: '/engines/1', isCompiled: true },
  program: 'serve' as const,
  project: '/project',
  variables: { NODE_COMPILE_CACHE: '/tmp/own', NODE_COMPILE_CACHE_PORTABLE: '0', NODE_PATH: '/tmp' },
  own: {},
  memoryBytes: 1e9,
  cpuSeconds: null,
}

describe('the command that runs an engine', () => {
  it('is given what Node compiled ahead, whatever the deployment says, and cannot write to it', () => {
    const { env, mounts } = cubeCommand(parts)

    expect(env).toMatchObject({
      NODE_COMPILE_CACHE: '/engine/compiled',
      NODE_COMPILE_CACHE_PORTABLE: '1',
      NODE_PATH: '/engine/node_modules',
    })
    expect(mounts.filter(({ writable }) => writable)).toEqual([])
  })

  it('compiles for itself where nothing was', () => {
    expect(cubeCommand({ ...parts, engine: { folder: '/engines/1', isCompiled: false }, variables: {} }).env).not.toHaveProperty(
      'NODE_COMPILE_CACHE',
    )
  })
})
