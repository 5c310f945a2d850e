import { randomUUID } from 'node:crypto'

export type User = { id: string; name: string; customer: string; isPremium: boolean; region: string; company: string }

/** In your product: rows of your user table. Customer names have 5 to 36 characters of a-z, 0-9 and -. */
const users: User[] = [
  { id: 'u-1001', name: 'Ada', customer: 'acme-corp', isPremium: true, region: 'eu', company: 'acme' },
  { id: 'u-1002', name: 'Alan', customer: 'acme-corp', isPremium: false, region: 'us', company: 'acme' },
  { id: 'u-2001', name: 'Grace', customer: 'globex', isPremium: true, region: 'us', company: 'globex' },
]

export type Logins = { signIn: (name: string) => string | undefined; userOf: (cookie: string | undefined) => User | undefined }

/** Stands in for the sign-in you have. It asks for no password; what matters is that the user comes from here and never from the page. */
export const createLogins = (): Logins => {
  const signedIn = new Map<string, User>()
  return {
    signIn: (name) => {
      const user = users.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
      if (!user) return undefined
      const login = randomUUID()
      signedIn.set(login, user)
      return `login=${login}; HttpOnly; SameSite=Lax; Path=/`
    },
    userOf: (cookie = '') => signedIn.get(/(?:^|;\s*)login=([\w-]+)/.exec(cookie)?.[1] ?? ''),
  }
}
