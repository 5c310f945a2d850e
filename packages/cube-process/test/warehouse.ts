import { createDatabase, type TestDatabase } from '@facet/testkit/postgres'

/** Orders of two customers, in January and February 2025. */
export const startWarehouse = async (serverUrl: string): Promise<{ database: TestDatabase; variables: Record<string, string> }> => {
  const database = await createDatabase(serverUrl, { serviceUser: 'postgres' })
  await database.query('create table customers (id int primary key, name text)')
  await database.query("insert into customers values (1, 'Ada'), (2, 'Bob')")
  await database.query(
    'create table orders (id int primary key, tenant text, customer_id int, status text, amount numeric, created_at timestamp)',
  )
  await database.query(`insert into orders values
    (1, 'acme', 1, 'paid', 10.50, '2025-01-02 03:04:05'), (2, 'acme', 1, 'draft', 20, '2025-02-03 00:00:00'),
    (3, 'globex', 2, 'paid', 300, '2025-01-05 12:00:00')`)
  const { hostname, port, username, password, pathname } = new URL(database.adminUrl)
  const variables = {
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: hostname,
    CUBEJS_DB_PORT: port,
    CUBEJS_DB_USER: username,
    CUBEJS_DB_PASS: password,
    CUBEJS_DB_NAME: pathname.slice(1),
  }
  return { database, variables }
}
