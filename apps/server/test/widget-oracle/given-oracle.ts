import { givenCommit } from '../given-model.ts'
import { readFromWarehouse, type Warehouse } from '../given-warehouse.ts'
import type { Actor, TestServer } from '../server.ts'
import type { Query } from './expected-rows.ts'
import { oracleModel } from './fixture.ts'

/** A deployment over the tables of the oracle, whose dashboards take the time zone of their viewer. */
export const givenOracle = async (
  server: TestServer,
  warehouse: Warehouse,
): Promise<{ server: TestServer; owner: Actor; query: Query }> => {
  const owner = await server.admin()
  await owner.api.updateAppConfig({ body: { timezoneSettings: { enabled: true } } })
  await givenCommit(server, owner, 'main', [{ path: 'model/cubes/purchases.yml', content: Buffer.from(oracleModel) }])
  await readFromWarehouse(owner, warehouse())
  return { server, owner, query: warehouse.query }
}
