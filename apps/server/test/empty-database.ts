import { randomBytes } from 'node:crypto'
import { createClient } from '#db'
import { removeDataFolder } from './data-folder.ts'
import { serviceUser } from './database.ts'

export type EmptyDatabase = {
  url: string
  serviceUrl: string
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  drop: () => Promise<void>
}

const addressed = (serverUrl: string, database: string, user: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  url.username = user
  return url.href
}

/** A database without our schema, for what happens before and during the first migration. */
export const createEmptyDatabase = async (serverUrl: string): Promise<EmptyDatabase> => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const server = createClient(serverUrl)
  await server.connect()
  await server.query(`create database ${name}`)
  const url = addressed(serverUrl, name, 'postgres')
  const client = createClient(url)
  await client.connect()
  return {
    url,
    serviceUrl: addressed(serverUrl, name, serviceUser),
    query: async <Row extends object>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    drop: async () => {
      await client.end()
      await server.query(`drop database ${name} with (force)`)
      await server.end()
      await removeDataFolder(url)
    },
  }
}
