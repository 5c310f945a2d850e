/**
 * One attempt. `inert` says why nothing here can be reached by it even without a guard; it is then tried and not counted.
 * `mayOpen` marks a host that anyone may ask, and that tries something while it answers.
 */
export type Attack = { name: string; url: string; inert?: string; mayOpen?: true }

/** Where the hostile host is, and what its attacks should make. */
export type Fixture = { evil: string; mark: string; secret: string }

const loopback = [
  ...[
    '127.0.0.1',
    '127.0.0.2',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0X7F.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.1',
  ],
  ...['0x7f.1', '0x7f.0x0.0x0.0x1', '127.000.000.001', '0', '0.0.0.0', '0x0', '127.0.0.1.', '0177.0x0.1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]'],
]
const others = [
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
  ],
  ...['192.0.0.192', '10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1', '100.64.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '240.0.0.1', '0.1.2.3'],
  ...['[fd00:ec2::254]', '[fd12:3456::1]', '[fec0::1]', '[::ffff:169.254.169.254]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...[
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:53aa::1]',
    '[100::1]',
    '[2001:db8::1]',
  ],
  ...['[2001:2::1]', '[3fff::1]', '[5f00::1]'],
]
const names = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'x.localhost', 'localhost.localdomain', 'loop.attack.test', 'loop6.attack.test'],
  ...[
    'private.attack.test',
    'metadata.attack.test',
    'metadata6.attack.test',
    'mapped.attack.test',
    'zero.attack.test',
    'mixed.attack.test',
  ],
  ...['mixed6.attack.test', '127.0.0.1.attack.test', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local', 'LOOP.attack.TEST.'],
  ...['postgres.facet.svc.cluster.local', 'metadata.google.internal', 'host.docker.internal', 'intranet'],
]
const unreachable = [
  ...['224.0.0.1', '239.255.255.255', '255.255.255.255', '[ff02::1]'].map((host) => ({
    host,
    inert: 'nobody connects to a group or to all',
  })),
  { host: 'mixed-last.attack.test', inert: 'the first address answers, so the second is not tried' },
  { host: 'many.attack.test', inert: 'the first address answers, so the tenth is not tried' },
  { host: 'nowhere.attack.test', inert: 'the name has no address' },
]

const forms = (host: string): string[] => [
  `https://${host}:8080/a.git`,
  `https://${host}/a.git`,
  `ssh://git@${host}:2222/a.git`,
  `git@${host}:a.git`,
]
const plain = (host: string, inert?: string): Attack[] =>
  forms(host).map((url) => ({ name: url, url, ...(inert === undefined ? {} : { inert }) }))

const turning: Attack[] = [
  'https://turning-a.attack.test:8080/a',
  'ssh://git@turning-b.attack.test:2222/a',
  'git@turning-c.attack.test:a',
].map((url) => ({ name: `rebinding: ${url}`, url }))

/** URLs that one reader takes for another host than the next does. */
const ambiguous: Attack[] = [
  'https://git.public.test@127.0.0.1:8080/a',
  'https://git.public.test:443@127.0.0.1:8080/a',
  'https://git.public.test%40127.0.0.1@127.0.0.1:8080/a',
  'https://user:token@127.0.0.1:8080/a',
  'https://127.0.0.1:8080\\@git.public.test/a',
  'https://127.0.0.1:8080#@git.public.test/a',
  'https://127.0.0.1:8080?@git.public.test/a',
  'https:\\\\127.0.0.1:8080\\a',
  'https:127.0.0.1:8080/a',
  'https:/127.0.0.1:8080/a',
  'https:///127.0.0.1:8080/a',
  'https://127.0.0.1\t:8080/a',
  'ht\ntps://127.0.0.1:8080/a',
  ' https://127.0.0.1:8080/a',
  'https://127.0.\r\n0.1:8080/a',
  'https://%31%32%37.0.0.1:8080/a',
  'https://127%2e0%2e0%2e1:8080/a',
  'https://127。0。0。1:8080/a',
  'https://127．0．0．1:8080/a',
  'https://１２７.0.0.1:8080/a',
  'https://①②⑦.⓪.⓪.①:8080/a',
  'https://loc\u00adalhost:8080/a',
  'https://loop\u200b.attack.test:8080/a',
  'https://ⓛⓞⓞⓟ.attack.test:8080/a',
  'https://bücher.attack.test:8080/a',
  'https://[fe80::1%25lo]:8080/a',
  'ssh://git@[fe80::1%25lo]:2222/a',
  'git@[fe80::1%lo]:a',
  'https://0x7f.1:8080/a?x=.git',
  'HTTPS://127.0.0.1:8080/a',
  'hTTps://2130706433:8080/a',
  'ssh://git.public.test@127.0.0.1:2222/a',
  'ssh://git@git.public.test@127.0.0.1:2222/a',
  'git@[127.0.0.1:2222]:a',
  '127.0.0.1:a',
  'localhost:a',
].map((url) => ({ name: `ambiguous: ${JSON.stringify(url)}`, url }))

const protocols: Attack[] = [
  'http://127.0.0.1:8080/a',
  'http://169.254.169.254/latest/meta-data/',
  'git://127.0.0.1/a',
  'git://127.0.0.1:8080/a',
  'ftp://127.0.0.1:8080/a',
  'ftps://127.0.0.1:8080/a',
  'git+ssh://git@127.0.0.1:2222/a',
  'ssh+git://git@127.0.0.1:2222/a',
  'http::http://127.0.0.1:8080/a',
  'https::https://127.0.0.1:8080/a',
].map((url) => ({ name: `protocol: ${url}`, url }))

const local = ({ secret }: Fixture): Attack[] =>
  [`file://${secret}`, `file://localhost${secret}`, secret, `${secret}/../secret.git`, `FILE://${secret}`].map((url) => ({
    name: `local: ${url.replace(secret, '<secret>')}`,
    url,
    ...(url.startsWith('FILE') ? { inert: 'git takes the protocol for the name of a helper' } : {}),
  }))

const programs = ({ mark }: Fixture): Attack[] =>
  [
    `ext::touch ${mark}`,
    `ext::sh -c touch% ${mark}`,
    `ssh://-oProxyCommand=touch ${mark}/a`,
    `ssh://-oProxyCommand=touch%20${encodeURIComponent(mark)}/a`,
    `-oProxyCommand=touch ${mark}:a`,
    `ssh://-oProxyCommand=touch ${mark}@git.public.test/a`,
    `-oProxyCommand=touch ${mark}@git.public.test:a`,
  ].map((url) => ({ name: `program: ${url.replaceAll(mark, '<mark>').replaceAll(encodeURIComponent(mark), '<mark>')}`, url }))

const inertPrograms: Attack[] = [
  { url: 'fd::7', inert: 'needs an open descriptor' },
  { url: '--upload-pack=id', inert: 'git takes it for an option and has no repository left' },
  { url: 'git@git.public.test:-oProxyCommand=id', inert: 'the path is no option of ssh' },
  { url: 'ssh://git@git.public.test/--upload-pack=id', inert: 'the path is no option of ssh' },
  { url: 'gopher://127.0.0.1:8080/a', inert: 'git does not speak it' },
  { url: 'dict://127.0.0.1:8080/a', inert: 'git does not speak it' },
  { url: 'data:text/plain,a', inert: 'nothing is dialled' },
].map((attack) => ({ name: `inert: ${attack.url}`, ...attack }))

/** What the hostile host does when it is asked under each of these paths; evil-host.ts serves them. */
export const tricks = [
  ...[301, 302, 303, 307, 308].map((status) => ({ path: `/redirect-${status}`, status, to: 'https://127.0.0.1:8080/a' })),
  { path: '/redirect-plain', status: 302, to: 'http://127.0.0.1:8080/a' },
  { path: '/redirect-six', status: 302, to: 'https://[::1]:8080/a' },
  { path: '/redirect-metadata', status: 302, to: 'http://169.254.169.254/latest/meta-data' },
  { path: '/redirect-private', status: 302, to: 'https://private.attack.test/a' },
  { path: '/redirect-decimal', status: 302, to: 'https://2130706433:8080/a' },
]

const hostile = ({ evil }: Fixture): Attack[] =>
  [...tricks.map(({ path }) => path), '/late-redirect.git', '/alternates.git', '/plain-alternates.git'].map((path) => ({
    name: `hostile host: ${path}`,
    url: `${evil}${path}`,
    mayOpen: true,
  }))

export const attacksOn = (ground: Fixture): Attack[] => [
  ...[...loopback, ...others, ...names].flatMap((host) => plain(host)),
  ...unreachable.flatMap(({ host, inert }) => plain(host, inert)),
  ...turning,
  ...ambiguous,
  ...protocols,
  ...local(ground),
  ...programs(ground),
  ...inertPrograms,
  ...hostile(ground),
]
