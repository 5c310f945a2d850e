import { UsageError } from './command.ts'

const hostName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** The hosts of `--host a,b`. */
export const hostsFrom = (text: string): string[] => {
  const hosts = text.split(',').map((host) => host.trim())
  const wrong = hosts.find((host) => host.length > 253 || !hostName.test(host))
  if (wrong !== undefined)
    throw new UsageError(`--host: "${wrong}" is not a host name. Give names without scheme, port and path, such as acme.example.com.`)
  if (new Set(hosts.map((host) => host.toLowerCase())).size < hosts.length) throw new UsageError(`--host: "${text}" names a host twice.`)
  return hosts
}

export const emailFrom = (option: string, text: string): string => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new UsageError(`--${option}: "${text}" is not an email address.`)
  return text
}

export const nameFrom = (text: string): string => {
  if (text.trim() === '') throw new UsageError('--name: a name cannot consist of spaces only.')
  return text.trim()
}
