/** `mayOpen`: the URL leads to a public host, which then tries to redirect the client. */
export type Attack = { name: string; url: string; mayOpen?: true }

/** The hostile host, the marker file that a started program creates, and a local repository. */
export type Targets = { evil: string; mark: string; secret: string }

const named = (url: string): Attack => ({ name: JSON.stringify(url), url })

const loopback = [
  ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '2130706433', '0x7f000001', '0X7F.0.0.1', '0177.0.0.1', '017700000001'],
  ...['127.1', '127.0.1', '0x7f.1', '0x7f.0x0.0x0.0x1', '127.000.000.001', '0', '0.0.0.0', '0x0', '127.0.0.1.', '0177.0x0.1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]'],
]
/** Private, link-local, documentation, transition and multicast addresses, and the metadata services of clouds. */
const privateAddresses = [
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.170.2', '100.100.100.200'],
  ...['168.63.129.16', '192.0.0.192', '10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1', '100.64.0.1', '192.0.2.1'],
  ...['192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '0.1.2.3', '224.0.0.1', '239.255.255.255'],
  ...['255.255.255.255', '[ff02::1]', '[fd00:ec2::254]', '[fd12:3456::1]', '[fec0::1]', '[::ffff:169.254.169.254]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]'],
  ...['[2002:a9fe:a9fe::1]', '[2001:0:53aa::1]', '[100::1]', '[2001:db8::1]', '[2001:2::1]', '[3fff::1]', '[5f00::1]'],
]
const names = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'x.localhost', 'localhost.localdomain', 'loop.attack.test', 'loop6.attack.test'],
  ...['private.attack.test', 'metadata.attack.test', 'metadata6.attack.test', 'mapped.attack.test', 'zero.attack.test'],
  ...['mixed.attack.test', 'mixed6.attack.test', 'mixed-last.attack.test', 'many.attack.test', 'nowhere.attack.test'],
  ...['127.0.0.1.attack.test', 'LOOP.attack.TEST.', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local'],
  ...['postgres.facet.svc.cluster.local', 'metadata.google.internal', 'host.docker.internal', 'intranet'],
]

const forms = (host: string): string[] => [
  `https://${host}:8080/a.git`,
  `https://${host}/a.git`,
  `ssh://git@${host}:2222/a.git`,
  `git@${host}:a.git`,
]

/** The name server resolves these names to a public address first, then to loopback. */
const rebinding = ['https://turning-a.attack.test:8080/a', 'ssh://git@turning-b.attack.test:2222/a', 'git@turning-c.attack.test:a']

/** URLs whose host differs between parsers. */
const ambiguous = [
  ...['https://git.public.test@127.0.0.1:8080/a', 'https://git.public.test:443@127.0.0.1:8080/a', 'https://user:token@127.0.0.1:8080/a'],
  ...['https://git.public.test%40127.0.0.1@127.0.0.1:8080/a', 'https://127.0.0.1:8080\\@git.public.test/a'],
  ...['https://127.0.0.1:8080#@git.public.test/a', 'https://127.0.0.1:8080?@git.public.test/a', 'https://0x7f.1:8080/a?x=.git'],
  ...['https:\\\\127.0.0.1:8080\\a', 'https:127.0.0.1:8080/a', 'https:/127.0.0.1:8080/a', 'https:///127.0.0.1:8080/a'],
  ...['https://127.0.0.1\t:8080/a', 'ht\ntps://127.0.0.1:8080/a', ' https://127.0.0.1:8080/a', 'https://127.0.\r\n0.1:8080/a'],
  ...['https://%31%32%37.0.0.1:8080/a', 'https://127%2e0%2e0%2e1:8080/a', 'https://127。0。0。1:8080/a', 'https://127．0．0．1:8080/a'],
  ...['https://１２７.0.0.1:8080/a', 'https://①②⑦.⓪.⓪.①:8080/a', 'https://loc\u00adalhost:8080/a'],
  ...['https://loop\u200b.attack.test:8080/a', 'https://ⓛⓞⓞⓟ.attack.test:8080/a', 'https://bücher.attack.test:8080/a'],
  ...['https://[fe80::1%25lo]:8080/a', 'ssh://git@[fe80::1%25lo]:2222/a', 'git@[fe80::1%lo]:a'],
  ...['HTTPS://127.0.0.1:8080/a', 'hTTps://2130706433:8080/a', 'git@[127.0.0.1:2222]:a', '127.0.0.1:a', 'localhost:a'],
  ...['ssh://git.public.test@127.0.0.1:2222/a', 'ssh://git@git.public.test@127.0.0.1:2222/a'],
]

const protocols = [
  ...['http://127.0.0.1:8080/a', 'http://169.254.169.254/latest/meta-data/', 'git://127.0.0.1/a', 'git://127.0.0.1:8080/a'],
  ...['ftp://127.0.0.1:8080/a', 'ftps://127.0.0.1:8080/a', 'git+ssh://git@127.0.0.1:2222/a', 'ssh+git://git@127.0.0.1:2222/a'],
  ...['http::http://127.0.0.1:8080/a', 'https::https://127.0.0.1:8080/a', 'gopher://127.0.0.1:8080/a', 'dict://127.0.0.1:8080/a'],
  ...['data:text/plain,a', 'fd::7'],
]

const local = ({ secret }: Targets): string[] => [
  ...[`file://${secret}`, `file://localhost${secret}`, secret, `${secret}/../secret.git`, `FILE://${secret}`],
]

const programs = ({ mark }: Targets): string[] => [
  `ext::touch ${mark}`,
  `ext::sh -c touch% ${mark}`,
  `ssh://-oProxyCommand=touch ${mark}/a`,
  `ssh://-oProxyCommand=touch%20${encodeURIComponent(mark)}/a`,
  `-oProxyCommand=touch ${mark}:a`,
  `ssh://-oProxyCommand=touch ${mark}@git.public.test/a`,
  `-oProxyCommand=touch ${mark}@git.public.test:a`,
  '--upload-pack=id',
]

/** Paths for programs, on the public host. */
const paths = ['git@git.public.test:-oProxyCommand=id', 'ssh://git@git.public.test/--upload-pack=id']

/** Redirects of the hostile host by path. evil-host.ts serves them. */
export const redirects = [
  ...[301, 302, 303, 307, 308].map((status) => ({ path: `/redirect-${status}`, status, to: 'https://127.0.0.1:8080/a' })),
  { path: '/redirect-plain', status: 302, to: 'http://127.0.0.1:8080/a' },
  { path: '/redirect-six', status: 302, to: 'https://[::1]:8080/a' },
  { path: '/redirect-metadata', status: 302, to: 'http://169.254.169.254/latest/meta-data' },
  { path: '/redirect-private', status: 302, to: 'https://private.attack.test/a' },
  { path: '/redirect-decimal', status: 302, to: 'https://2130706433:8080/a' },
]

const hostile = ({ evil }: Targets): string[] =>
  [...redirects.map(({ path }) => path), '/late-redirect.git', '/alternates.git', '/plain-alternates.git'].map((path) => `${evil}${path}`)

export const attacksOn = (targets: Targets): Attack[] => [
  ...[...loopback, ...privateAddresses, ...names].flatMap(forms).map(named),
  ...[...rebinding, ...ambiguous, ...protocols, ...local(targets), ...programs(targets), ...paths].map(named),
  ...hostile(targets).map((url) => ({ ...named(url), mayOpen: true as const })),
]
