import type { Answers } from './name-server.ts'

/** Addresses that stand for the internet. The product must not connect to any other. */
export const public4 = '93.184.216.34'
export const public6 = '2606:2800:220:1:248:1893:25c8:1946'
export const isOfInternet = (address: string): boolean => address.startsWith('93.184.216.') || address === public6

const fixed: Record<string, string[]> = {
  'git.public.test': [public4],
  'git6.public.test': [public6],
  'loop.attack.test': ['127.0.0.1'],
  'loop6.attack.test': ['::1'],
  'private.attack.test': ['10.1.2.3'],
  'metadata.attack.test': ['169.254.169.254'],
  'metadata6.attack.test': ['fd00:ec2::254'],
  'mapped.attack.test': ['::ffff:7f00:1'],
  'zero.attack.test': ['0.0.0.0'],
  'mixed.attack.test': ['127.0.0.1', public4],
  'mixed-last.attack.test': [public4, '10.1.2.3'],
  'mixed6.attack.test': ['::1', public4],
  'many.attack.test': [...Array.from({ length: 9 }, (_, place) => `93.184.216.${40 + place}`), '10.1.2.3'],
  '127.0.0.1.attack.test': ['127.0.0.1'],
  '127.0.0.1': ['127.0.0.1'],
  'kubernetes.default.svc': ['10.96.0.1'],
  'kubernetes.default.svc.cluster.local': ['10.96.0.1'],
  'postgres.facet.svc.cluster.local': ['10.96.0.7'],
  'metadata.google.internal': ['169.254.169.254'],
  'host.docker.internal': ['172.17.0.1'],
  intranet: ['192.168.1.1'],
  'xn--bcher-kva.attack.test': ['127.0.0.1'],
  localhost: ['127.0.0.1'],
  'x.localhost': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
}

/** Names that start with `turning` resolve to a public address once, and to loopback afterwards. */
export const createAnswers = (): Answers => {
  const asked = new Map<string, number>()
  return (name) => {
    if (!name.startsWith('turning')) return fixed[name] ?? []
    const times = asked.get(name) ?? 0
    asked.set(name, times + 1)
    // The system resolver queries both families each time.
    return times < 2 ? [public4] : ['127.0.0.1']
  }
}
