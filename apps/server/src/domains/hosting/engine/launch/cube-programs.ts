import { existsSync } from 'node:fs'
import type { SandboxMount } from '#adapters/sandbox'
import { packageFile } from '#kernel/package'

/** The programs that run Cube inside a sandbox, and where they lie there. */
export type CubePrograms = { mounts: SandboxMount[]; compile: string; serve: string }

const inside = '/cube'

/** Packed, they are files of JavaScript beside the program; from the sources, the two packages, side by side as in the repository. */
export const findCubePrograms = (packed: string = packageFile('dist', 'cube-process'), packages: string = packageFile('..', '..', 'packages')): CubePrograms => {
  if (existsSync(packed))
    return { mounts: [{ from: packed, to: inside }], compile: `${inside}/compile.js`, serve: `${inside}/serve.js` }
  return {
    mounts: ['cube-process', 'cube-addon'].map((name) => ({ from: `${packages}/${name}`, to: `${inside}/${name}` })),
    compile: `${inside}/cube-process/bin/compile.ts`,
    serve: `${inside}/cube-process/bin/serve.ts`,
  }
}
