/** Code that must break a rule, and the same code corrected. */
export type CodeCase = { rule: string; bad: string; good: string; says?: string; file?: string; path?: string }

const inConfig = 'The environment is read in config.ts'

export const codeCases: CodeCase[] = [
  {
    rule: 'typescript(no-floating-promises)',
    bad: 'export const save = async (): Promise<void> => {}\nsave()\n',
    good: 'export const save = async (): Promise<void> => {}\nawait save()\n',
  },
  {
    rule: 'typescript(no-misused-promises)',
    bad: 'export const isThere = async (): Promise<boolean> => true\nexport const a = isThere() ? 1 : 2\n',
    good: 'export const isThere = async (): Promise<boolean> => true\nexport const a = (await isThere()) ? 1 : 2\n',
  },
  {
    rule: 'typescript(await-thenable)',
    bad: 'export const a = await 1\n',
    good: 'export const a = await Promise.resolve(1)\n',
  },
  {
    rule: 'typescript(return-await)',
    bad: 'export const f = async (g: () => Promise<void>): Promise<void> => {\n  try {\n    return g()\n  } catch (cause) {\n    throw new Error("It is over.", { cause })\n  }\n}\n',
    good: 'export const f = async (g: () => Promise<void>): Promise<void> => {\n  try {\n    return await g()\n  } catch (cause) {\n    throw new Error("It is over.", { cause })\n  }\n}\n',
  },
  {
    rule: 'typescript(no-unsafe-return)',
    bad: 'export const f = (text: string): string => JSON.parse(text)\n',
    good: 'export const f = (text: string): unknown => JSON.parse(text) as unknown\n',
  },
  { rule: 'typescript(no-explicit-any)', bad: 'export type A = { b: any }\n', good: 'export type A = { b: unknown }\n' },
  { rule: 'typescript(consistent-type-definitions)', bad: 'export interface A {\n  b: 1\n}\n', good: 'export type A = { b: 1 }\n' },
  {
    rule: 'typescript(consistent-type-imports)',
    path: 'apps/server/src/access',
    bad: "import { Stats } from 'node:fs'\nexport type A = Stats\n",
    good: "import type { Stats } from 'node:fs'\nexport type A = Stats\n",
  },
  {
    rule: 'typescript(no-non-null-assertion)',
    bad: 'export const f = (a?: string): string => a!\n',
    good: "export const f = (a?: string): string => a ?? ''\n",
  },
  {
    rule: 'typescript(only-throw-error)',
    bad: "export const f = (): never => {\n  throw 'no'\n}\n",
    good: "export const f = (): never => {\n  throw new Error('no')\n}\n",
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    bad: "export const f = (a: 'b' | 'c'): number => {\n  switch (a) {\n    case 'b':\n      return 1\n  }\n  return 2\n}\n",
    good: "export const f = (a: 'b' | 'c'): number => {\n  switch (a) {\n    case 'b':\n      return 1\n    case 'c':\n      return 2\n  }\n}\n",
  },
  {
    rule: 'eslint(eqeqeq)',
    bad: 'export const f = (a: number): boolean => a == 1\n',
    good: 'export const f = (a: number | null): boolean => a == null\n',
  },
  { rule: 'eslint(no-console)', bad: "console.log('here')\n", good: "process.stdout.write('here')\n" },
  { rule: 'eslint(no-var)', bad: 'export var a = 1\n', good: 'export const a = 1\n' },
  { rule: 'eslint(prefer-const)', bad: 'let a = 1\nexport { a }\n', good: 'const a = 1\nexport { a }\n' },
  {
    rule: 'eslint(no-param-reassign)',
    bad: 'export const f = (a: number): number => {\n  a += 1\n  return a\n}\n',
    good: 'export const f = (a: number): number => a + 1\n',
  },
  { rule: 'eslint(no-restricted-globals)', bad: 'export const a = name\n', good: "const name = 'a'\nexport const a = name\n" },
  { rule: 'eslint(max-lines)', bad: `${'\n'.repeat(400)}export const a = 1\n`, good: `${'\n'.repeat(399)}export const a = 1\n` },
  { rule: 'import(no-default-export)', bad: 'export default 1\n', good: 'export const one = 1\n' },
  {
    rule: 'unicorn(prefer-node-protocol)',
    path: 'apps/server/src/access',
    bad: "import { join } from 'path'\nexport const a = join('a')\n",
    good: "import { join } from 'node:path'\nexport const a = join('a')\n",
  },
  {
    rule: 'eslint(no-restricted-properties)',
    path: 'apps/server/src/access',
    says: inConfig,
    bad: "export const a = process.env['A']\n",
    good: 'export const a = process.argv\n',
  },
  {
    rule: 'eslint(no-restricted-properties)',
    path: 'packages/client/src',
    says: inConfig,
    bad: 'const { env } = process\nexport { env }\n',
    good: 'export const a = process.argv\n',
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'apps/server/src/config/config.ts',
    says: 'process.exitCode',
    bad: 'process.exit(1)\n',
    good: "export const a = process.env['A']\n",
  },
  {
    rule: 'eslint(no-restricted-properties)',
    path: 'tools',
    says: 'process.exitCode',
    bad: 'process.exit(1)\n',
    good: "export const a = process.env['A']\n",
  },
]
