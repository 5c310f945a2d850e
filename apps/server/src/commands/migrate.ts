import type { Config } from '#config'
import { migrate } from '#db'

const userOf = (url: string): string => decodeURIComponent(new URL(url).username)

export const migrateCommand = async (config: Config, say: (line: string) => void): Promise<void> => {
  const { from, to } = await migrate({ url: config.migrateDatabaseUrl, serviceUser: userOf(config.databaseUrl), cell: config.cell }, say)
  say(from === to ? `the database is at schema ${to} already` : `the database went from schema ${from} to ${to}`)
}
