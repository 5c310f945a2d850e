import type { SourceChange } from '../../../harness/source-changes.ts'
import { chosenSecret } from './canaries.ts'
import { keyNames } from './own-keys.ts'
import { sessionNames } from './sessions.ts'
import { dbtNames } from './dbt-names.ts'
import { sinkNames } from './sinks.ts'

/** A leak: one line of the service as a careless hand would write it, and which secret must then be found in which sink. */
export type Plant = SourceChange & { name: string; secret: string; sink: string }

export const plants: Plant[] = [
  {
    name: 'a session id in the log',
    file: 'domains/embed/tokens/exchange-session.ts',
    find: 'tokenFor(context, await exchange(context, sessionItem(context, body.sessionId)))',
    put: `(context.log.info({ session: body.sessionId }, 'exchanged'),
      tokenFor(context, await exchange(context, sessionItem(context, body.sessionId))))`,
    secret: sessionNames.session,
    sink: sinkNames.log,
  },
  ...[sinkNames.metrics, sinkNames.spans].map((sink) => ({
    name: `an embed token in ${sink}`,
    file: 'http/observe.ts',
    find: "operation: operation?.id ?? 'none', status",
    put: "operation: request.headers.authorization ?? operation?.id ?? 'none', status",
    secret: sessionNames.token,
    sink,
  })),
  {
    name: 'the private part among the public keys',
    file: 'access/signing-keys.ts',
    find: "JSON.stringify({ kty, crv, x, y, alg: 'ES256', use: 'sig' })",
    put: "JSON.stringify({ kty, crv, x, y, alg: 'ES256', use: 'sig', d: privateKey.export({ format: 'jwk' }).d })",
    secret: keyNames.signing,
    sink: sinkNames.dump,
  },
  ...[sinkNames.dump, sinkNames.rows, sinkNames.wal, sinkNames.heap, sinkNames.postgresLog].map((sink) => ({
    name: `an answer kept for repetitions as it is, in ${sink}`,
    file: 'http/idempotency.ts',
    find: "isSealed: operation.idempotency === 'sealed'",
    put: 'isSealed: false',
    secret: 'a key with an idempotency key',
    sink,
  })),
  {
    name: 'the private half beside the public one',
    file: 'domains/modeling/engine/remotes/connection-plan.ts',
    find: 'sshPublicKey: publicKey }',
    put: "sshPublicKey: [publicKey, privateKey].join('\\n') }",
    secret: keyNames.ssh,
    sink: sinkNames.answers,
  },
  {
    name: 'the token of a remote in its address',
    file: 'adapters/git/remote-connection.ts',
    find: 'url: `https://',
    put: "url: (auth?.kind === 'token' ? 'https://git:' + auth.token + '@' : 'https://') + `",
    secret: chosenSecret,
    sink: sinkNames.programs,
  },
  {
    name: 'what the service knows, handed on to git',
    file: 'adapters/children/start.ts',
    find: 'spawn(first, rest, { env, stdio',
    put: 'spawn(first, rest, { env: { ...process.env, ...env }, stdio',
    secret: 'the root key, as text',
    sink: sinkNames.environments,
  },
  {
    name: 'the files of ssh left behind',
    file: 'adapters/git/workspace.ts',
    find: 'await rm(folder, { recursive: true, force: true })',
    put: 'void rm',
    secret: keyNames.ssh,
    sink: sinkNames.temporary,
  },
  {
    name: 'the token of a remote beside the copy',
    file: 'adapters/git/remote-connection.ts',
    find: 'args: call.args(transport.url),',
    put: `args: (process.getBuiltinModule('node:fs').writeFileSync(join((call.gitDir ?? empty).path, 'description'), secrets.join()),
      call.args(transport.url)),`,
    secret: chosenSecret,
    sink: sinkNames.copies,
  },
  {
    name: 'the key of the ledger in an entry',
    file: 'ledger/entry.ts',
    find: "codesOf(number, body).map((code) => code.toString('base64url')), '']",
    put: "codesOf(number, body).map((code) => code.toString('base64url')), ...keys.map((key) => key.toString('hex')), '']",
    secret: keyNames.ledger,
    sink: sinkNames.objects,
  },
  ...[sinkNames.engineLog, sinkNames.queryErrors].map((sink) => ({
    name: `what an engine says as it says it, in ${sink}`,
    file: 'domains/hosting/engine/launch/launch-engine.ts',
    find: 'const redact = createRedactor(values)',
    put: 'const redact = (text: string): string => (createRedactor, text)',
    secret: chosenSecret,
    sink,
  })),
  // Two walls stand here, and both are taken down.
  ...[
    { file: 'domains/hosting/engine/launch/cube-compiler.ts', find: 'const redact = createRedactor(variables)' },
    { file: 'domains/hosting/engine/builds/make-build.ts', find: 'const redact = createRedactor(begun.variables.values)' },
  ].map((wall) => ({
    name: `what a model says while it is built, as it says it: ${wall.file}`,
    ...wall,
    put: 'const redact = (text: string): string => (createRedactor, text)',
    secret: chosenSecret,
    sink: sinkNames.buildLog,
  })),
  {
    name: 'the variables of a build in its artifact',
    file: 'domains/hosting/engine/builds/make-build.ts',
    find: '{ folder, paths, report }, signal)',
    put: '{ folder, paths, report: { ...report, ...making.variables.values } }, signal)',
    secret: chosenSecret,
    sink: sinkNames.artifacts,
  },
  // A step that fails the first time, with a reason that is kept in the history, which is not sealed.
  ...[
    {
      file: 'domains/hosting/engine/builds/make-build.ts',
      find: "if (begun.plan.hasArtifact) return 'stored'",
      put: "if (begun.plan.hasArtifact) return 'stored'\n  if (step.attempt === 1) throw new Error(JSON.stringify(begun.variables.values))",
    },
    { file: 'adapters/temporal/failure-converter.ts', find: 'encodeCommonAttributes: true', put: 'encodeCommonAttributes: false' },
  ].map((change) => ({
    name: `the reason of a failed step in the open: ${change.file}`,
    ...change,
    secret: chosenSecret,
    sink: sinkNames.histories,
  })),
  // Two walls stand here too.
  ...[
    {
      file: 'domains/dbt/engine/run/run-in-project.ts',
      find: 'const redact = createRedactor({ ...givenVariables(variables), ...secrets })',
    },
    { file: 'domains/dbt/engine/syncs/run-step.ts', find: 'const redact = createRedactor(source.given)' },
  ].map((wall) => ({
    name: `what a dbt project says, as it says it: ${wall.file}`,
    ...wall,
    put: 'const redact = (text: string): string => (createRedactor, text)',
    secret: dbtNames.variable,
    sink: sinkNames.syncRows,
  })),
  {
    name: 'what a dbt sync made, kept before it is searched',
    file: 'domains/dbt/engine/steps/run-steps.ts',
    find: 'await orSyncProblem(requireKeepable({ conversionFile, reportFile }, secrets))',
    put: 'void [orSyncProblem, requireKeepable, secrets]',
    secret: dbtNames.variable,
    sink: sinkNames.syncObjects,
  },
  {
    name: 'what a dbt sync made, committed before it is searched',
    file: 'domains/dbt/engine/publish/publisher.ts',
    find: 'await requireNoSecrets(tree.writes, run.secrets)',
    put: 'void requireNoSecrets',
    secret: dbtNames.variable,
    sink: sinkNames.syncCommits,
  },
  {
    name: 'what dbt notes of a project, kept as it is',
    file: 'domains/dbt/engine/run/parse-state.ts',
    find: 'if (isCopied && (await mayKeep(made)))',
    put: 'if (isCopied && mayKeep)',
    secret: dbtNames.variable,
    sink: sinkNames.copies,
  },
  {
    name: 'the credential of packages where dbt runs',
    file: 'domains/dbt/engine/run/package-access.ts',
    find: 'env: { ...gitEnvironment(guard.settings),',
    put: 'env: { GIT_CREDENTIAL: JSON.stringify(sources.remote.auth), ...gitEnvironment(guard.settings),',
    secret: dbtNames.token,
    sink: sinkNames.environments,
  },
]

/** The lines to change; several plants may be one and the same line. */
export const plantedChanges: SourceChange[] = [
  ...new Map(plants.map(({ file, find, put }) => [`${file} ${find}`, { file, find, put }])).values(),
]
