import { change, type Plant } from './plant.ts'

const guard = 'adapters/git/package-guard.ts'

/** What a sync itself sees to, weakened one at a time. */
export const syncPlants: Plant[] = [
  {
    name: 'the password of the warehouse in every phase',
    phase: 'parse',
    attacks: ['the password of the warehouse'],
    changes: [
      change('domains/dbt/engine/run/project-variables.ts', '[name, placeholder]', '[name, variables.database[name] ?? placeholder]'),
    ],
  },
  {
    name: 'the credential of the clone inside',
    phase: 'deps',
    attacks: ['the credential of the clone, in variables, processes and files'],
    changes: [
      change(
        'domains/dbt/engine/run/package-access.ts',
        'env: { ...gitEnvironment(guard.settings)',
        'env: { TAKEN: JSON.stringify(sources.remote), ...gitEnvironment(guard.settings)',
      ),
    ],
  },
  {
    name: 'a guard that asks any host, and passes on any page',
    phase: 'deps',
    attacks: ['the credential used at another host'],
    changes: [
      change(guard, 'host === asked.host && at === asked.port)', 'host === asked.host && at === asked.port) ?? hosts[0]'),
      change(guard, '|| type !== asked.answerType', ''),
    ],
  },
  {
    name: 'a guard that passes on any page',
    phase: 'deps',
    attacks: ['the credential read from a page that repeats it'],
    changes: [change(guard, '|| type !== asked.answerType', '')],
  },
  {
    name: 'a guard that lets push',
    phase: 'deps',
    attacks: ['the credential used to push'],
    changes: [
      change(
        'adapters/git/guard-address.ts',
        'const services = [',
        String.raw`const services = [
  {
    method: 'GET',
    target: /^\/(?<authority>[^/?#]+)(?<repository>\/[^?#]+)\/info\/refs\?service=git-receive-pack$/,
    askedType: null,
    answerType: 'application/x-git-receive-pack-advertisement',
  },`,
      ),
    ],
  },
  {
    name: 'links taken over from the catalog',
    phase: 'catalog',
    attacks: ['a result that is a link to a file of the host: catalog.json'],
    changes: [change('domains/dbt/engine/run/plain-file.ts', 'constants.O_RDONLY | constants.O_NOFOLLOW |', 'constants.O_RDONLY |')],
  },
  {
    name: 'links taken over from the converter',
    phase: 'convert',
    attacks: ['a result that is a link to a file of the host: conversion.json'],
    changes: [change('domains/dbt/engine/run/plain-file.ts', 'found !== null && found.isFile() && found.size <= maxBytes', 'true')],
  },
  {
    name: 'the configuration of git of the host',
    phase: 'clone',
    attacks: ['hooks and filters of the configuration of git'],
    changes: [
      change('adapters/git/run.ts', "HOME: '/nonexistent',", "HOME: process.env['HOME'] ?? '',"),
      change('adapters/git/run.ts', "GIT_CONFIG_GLOBAL: '/dev/null',", ''),
    ],
  },
  {
    name: 'redirects of a remote are followed',
    phase: 'clone',
    attacks: ['a redirect that takes the credential along'],
    changes: [change('adapters/git/run.ts', 'http.followRedirects=false', 'http.followRedirects=true')],
  },
  {
    name: 'what is checked out is not counted',
    phase: 'clone',
    attacks: ['more than a gigabyte checked out of a megabyte that was sent'],
    changes: [change('adapters/git/remote-clone.ts', 'if (bytes > maxCheckedOutBytes)', 'if (bytes > maxCheckedOutBytes * 100)')],
  },
]
