import { describe, expect, it } from 'vitest'
import { readRemoteUrl } from './remote-url.ts'

const both = ['https', 'ssh'] as const
const https = { kind: 'https', port: 443, user: null }
const ssh = { kind: 'ssh', port: 22, user: 'git' }

describe('the URL of a remote', () => {
  it.each([
    ['https://git.example.com/team/project.git', { ...https, host: 'git.example.com', path: '/team/project.git' }],
    ['HTTPS://Git.Example.COM.:8443/a', { ...https, host: 'git.example.com', port: 8443, path: '/a' }],
    ['https://git.example.com:/a', { ...https, host: 'git.example.com', path: '/a' }],
    ['https://bücher.example/a', { ...https, host: 'xn--bcher-kva.example', path: '/a' }],
    ['https://git。example。com/a', { ...https, host: 'git.example.com', path: '/a' }],
    ['https://2130706433/a', { ...https, host: '127.0.0.1', path: '/a' }],
    ['https://0x7f.1/a', { ...https, host: '127.0.0.1', path: '/a' }],
    ['https://0177.0.0.01/a', { ...https, host: '127.0.0.1', path: '/a' }],
    ['https://１２７.0.0.1/a', { ...https, host: '127.0.0.1', path: '/a' }],
    ['https://127.0.0.1./a', { ...https, host: '127.0.0.1', path: '/a' }],
    ['https://[::FFFF:127.0.0.1]/a', { ...https, host: '::ffff:7f00:1', path: '/a' }],
    ['https://dev.azure.com/o/my%20project/_git/x', { ...https, host: 'dev.azure.com', path: '/o/my%20project/_git/x' }],
    ['ssh://git@git.example.com:2222/team/project.git', { ...ssh, host: 'git.example.com', port: 2222, path: '/team/project.git' }],
    ['ssh://git.example.com/~ada/project', { ...ssh, user: null, host: 'git.example.com', path: '~ada/project' }],
    ['ssh://git@git.example.com/my%20project', { ...ssh, host: 'git.example.com', path: '/my project' }],
    ['git@git.example.com:my%20project', { ...ssh, host: 'git.example.com', path: 'my%20project' }],
    ['ssh://git@0x7f000001/a', { ...ssh, host: '127.0.0.1', path: '/a' }],
    ['git@git.example.com:team/project.git', { ...ssh, host: 'git.example.com', path: 'team/project.git' }],
    ['git@git.example.com:/srv/project.git', { ...ssh, host: 'git.example.com', path: '/srv/project.git' }],
    ['git@[::1]:a', { ...ssh, host: '::1', path: 'a' }],
    ['git@127.1:a', { ...ssh, host: '127.0.0.1', path: 'a' }],
  ])('%s is read into its parts', (text, parts) => {
    expect(readRemoteUrl(text, both)).toEqual(parts)
  })

  it.each([
    'http://git.example.com/a',
    'git://git.example.com/a',
    'file:///etc/passwd',
    'file:/etc/passwd',
    'ext::sh',
    'fd::7',
    'git+ssh://git@git.example.com/a',
    'ftp://git.example.com/a',
    'gopher://git.example.com/a',
  ])('%s is of a protocol that is not spoken', (text) => {
    expect(readRemoteUrl(text, both)).toMatchObject({ problem: 'unsupported_protocol' })
  })

  it.each([
    ...['', 'project', '/srv/project.git', '../project', '-oProxyCommand=x', 'git.example.com/a', 'git.example.com:a', 'c:\\a'],
    ...['https://', 'https:///a', 'https://git.example.com\\@10.0.0.1/a', 'https://git.example.com\t/a', 'https://git.exam\nple.com/a'],
    ...['https://git example.com/a', 'https://[fe80::1%25eth0]/a', 'https://%31%32%37.0.0.1/a', 'https://git.example.com:0/a'],
    ...['https://git.example.com:65536/a', 'https://git.example.com:80x/a', 'https://1.2.3.4.5/a', 'https://-oProxyCommand=x/a'],
    ...[
      'https://git.example.com/a#b',
      'https://a..b/c',
      'https://git.example.com/%00',
      'https://git.example.com/%0a',
      'https://.example/a',
    ],
    ...['ssh://-oProxyCommand=x/a', 'ssh://git@-oProxyCommand=x/a', 'ssh://-oProxyCommand=x@git.example.com/a', 'ssh://git@h'],
    ...['ssh://git:secret@git.example.com/a', '-l@git.example.com:a', 'git@-host:a', 'git@git.example.com:-a', 'git@git.example.com:'],
    ...[
      'ssh://git@git.example.com/%0a',
      'ssh://git@git.example.com/%',
      'ssh://git@git.example.com/~%00',
      'git@a@b:c',
      'git@[git.example.com:22]:a',
      'ssh://git@git.example.com:port/a',
      'git@git.example.com',
    ],
    ...['https://git.example.com\u200b/a', 'https://git.example.com\u00a0/a', `https://git.example.com/${'a'.repeat(2048)}`],
  ])('%j is none', (text) => {
    expect(readRemoteUrl(text, both)).toMatchObject({ problem: 'not_a_git_url' })
  })

  it('says where a token belongs and does not repeat it', () => {
    const read = readRemoteUrl('https://ada:hunter2@git.example.com/a', both)

    expect(read).toMatchObject({ problem: 'not_a_git_url', message: expect.stringContaining('token field') })
    expect(JSON.stringify(read)).not.toContain('hunter2')
  })

  it('is held to the protocols that are asked for', () => {
    expect(readRemoteUrl('git@git.example.com:a', ['https'])).toMatchObject({ problem: 'unsupported_protocol' })
    expect(readRemoteUrl('https://git.example.com/a?b=c', ['https'])).toMatchObject({ path: '/a?b=c' })
  })
})
