/** A sentence of README or SECURITY that promises something, and what fails when the promise is broken. */
export type Claim = {
  page: 'README.md' | 'SECURITY.md'
  /** Verbatim, without line breaks: enough of the sentence to find it. */
  text: string
  /** Test files, and trials as `security isolation`. */
  proofs: string[]
}

const readme = (text: string, ...proofs: string[]): Claim => ({ page: 'README.md', text, proofs })
const security = (text: string, ...proofs: string[]): Claim => ({ page: 'SECURITY.md', text, proofs })

const http = 'apps/server/src/http'
const db = 'apps/server/src/db'

export const claims: Claim[] = [
  readme(
    'existing clients work by changing a host name',
    'apps/server/test/data-clients.test.ts',
    'apps/server/test/contract-examples.test.ts',
  ),
  readme('each customer its own numbers', 'tools/demo/product.test.ts', 'security isolation'),
  readme("The same query answers acme with acme's rows", 'security isolation', 'apps/server/test/whole-path.test.ts'),
  readme('an administrator sees it and can end it within a second', 'security revoke'),
  readme('The host name selects the tenant', `${http}/hosts.test.ts`, `${db}/row-security.test.ts`, `${db}/shared-pool.test.ts`),
  readme('No key can make', 'apps/server/test/api-key-escalation.test.ts', 'apps/server/src/access/scoped-keys.test.ts'),
  readme('A deleted key is refused by every process within a second', 'security revoke'),
  readme('the answer kept for repeated requests are one transaction', 'faults crash', 'faults idempotency', `${http}/idempotency.test.ts`),
  readme('durable in the object store before it is answered', 'faults authoring'),
  readme(
    'Every branch answers which queries it breaks',
    'apps/server/src/domains/modeling/diff/diff-branch.test.ts',
    'apps/server/src/domains/modeling/diff/acknowledge.test.ts',
  ),
  readme('One shape, stable codes', `${http}/failures.test.ts`, 'apps/server/test/failure-cures.test.ts', 'security fuzz'),
  readme('keys rotated by a command while it serves', 'apps/server/src/secrets/rotation.test.ts'),
  security(
    "A tenant never reads or writes another's rows",
    `${db}/row-security.test.ts`,
    'apps/server/test/authorization-matrix.test.ts',
    'security isolation',
  ),
  security(
    'No credential creates or becomes more than itself',
    'apps/server/test/authorization-matrix.test.ts',
    'apps/server/test/api-key-escalation.test.ts',
  ),
  security('A deleted key is refused everywhere within a second', 'security revoke', `${http}/ended-meanwhile.test.ts`),
  security('is not served before it knows what was ended since', 'security restore'),
  security('Secrets are in no log', 'security secrets'),
  security('No tenant takes what another needs', 'faults neighbours', `${http}/admission.test.ts`, `${http}/connections.test.ts`),
  security(
    'One viewer cannot take an engine from other customers',
    'faults neighbours',
    'apps/server/src/gateway/query-admission.test.ts',
    'apps/server/src/domains/querying/engine/engine-slots.test.ts',
    'apps/server/src/domains/hosting/engine/engines/slot-rules.test.ts',
  ),
  security('reaches nothing in an embedded page but its own picture', 'security page'),
  security(
    'No mistyped field of a grant, key or setting is ignored',
    'packages/contract/test/closed-request.test.ts',
    `${http}/validation.test.ts`,
  ),
  security('No input makes the service answer 5xx', 'security fuzz'),
  security('takes more of a node than its stated share', 'security repositories'),
  security(
    'Secrets at rest are sealed with AES-256-GCM',
    'apps/server/src/secrets/sealing.test.ts',
    'apps/server/src/secrets/at-rest.test.ts',
  ),
  security('Only HTTPS, except from loopback in development mode', `${http}/transport.test.ts`),
  security('API keys are 256 random bits, stored as SHA-256', 'apps/server/src/access/caller.test.ts'),
  security('Responses are never cached', `${http}/headers.test.ts`),
  security('The metrics listener is separate', `${http}/admin.test.ts`),
  security('cannot pass row security', `${db}/wall.test.ts`, 'apps/server/src/cli/doctor.test.ts'),
]
