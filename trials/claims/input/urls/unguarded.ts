import { spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { isOfInternet } from './names.ts'

/** A program that dials what it is given, as one without a guard would. True when it says that it got what it asked for. */
export type Client = (url: string, gitDir: string) => Promise<boolean>

const ssh = ['-o', 'BatchMode=yes', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=2']
const timeoutMs = 5000

const succeeds = async (program: string, args: string[]): Promise<boolean> => {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_TERMINAL_PROMPT: '0', GIT_SSH_COMMAND: ['ssh', ...ssh].join(' ') }
  const child = spawn(program, args, { env, stdio: 'ignore', timeout: timeoutMs, killSignal: 'SIGKILL' })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}

/** Git with its own safeguards open, as they were once. */
const git: Client = (url, gitDir) => {
  const settings = ['protocol.allow=always', 'http.followRedirects=true', 'http.sslVerify=false'].flatMap((setting) => ['-c', setting])
  return succeeds('git', ['--git-dir', gitDir, ...settings, 'fetch', '--quiet', url, 'refs/heads/*:refs/remotes/x/*'])
}

/** A program that reads URLs as browsers do. */
const browser: Client = async (text) => {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return false
  const request = url.protocol === 'https:' ? getSecurely(url, { rejectUnauthorized: false }) : get(url)
  request.setTimeout(timeoutMs, () => request.destroy())
  await once(request, 'close').catch(() => undefined)
  return false
}

/** Git before it looked at the first character of a host: ssh is started with whatever stands there. */
const oldGit: Client = async (text) => {
  const [, authority] = /^ssh:\/\/([^/]*)\//.exec(text) ?? /^([^:/]+):/.exec(text) ?? []
  if (authority === undefined) return false
  await succeeds('ssh', [...ssh, decodeURIComponent(authority).replace(/:\d+$/, ''), 'git-upload-pack', 'a'])
  return false
}

/** One that looks where a name leads, is content, and then has git look again. */
const checkFirst: Client = async (text, gitDir) => {
  const [, host] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([a-z0-9.-]+)[:/]/i.exec(text) ?? []
  if (host === undefined) return false
  const found = await lookup(host).catch(() => null)
  return found !== null && isOfInternet(found.address) && git(text, gitDir)
}

export const clients: Client[] = [checkFirst, git, browser, oldGit]
