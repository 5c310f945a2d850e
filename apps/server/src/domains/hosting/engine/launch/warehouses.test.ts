import { describe, expect, it } from 'vitest'
import { warehousesOf, withEgressNames } from './warehouses.ts'

describe('the warehouses that variables declare', () => {
  it('is the host of the default data source, with the port of its kind when none is named', () => {
    expect(warehousesOf({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: 'DB.example.com' })).toEqual([{ host: 'db.example.com', port: 5432 }])
    expect(warehousesOf({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: 'db.example.com', CUBEJS_DB_PORT: '6432' })).toEqual([
      { host: 'db.example.com', port: 6432 },
    ])
  })

  it('is every further data source that is listed, and none that is not', () => {
    const variables = {
      CUBEJS_DATASOURCES: 'default, sales',
      CUBEJS_DB_TYPE: 'postgres',
      CUBEJS_DB_HOST: 'one.example.com',
      CUBEJS_DS_SALES_DB_TYPE: 'mysql',
      CUBEJS_DS_SALES_DB_HOST: 'two.example.com',
      CUBEJS_DS_LEFT_DB_TYPE: 'postgres',
      CUBEJS_DS_LEFT_DB_HOST: 'three.example.com',
    }

    expect(warehousesOf(variables)).toEqual([
      { host: 'one.example.com', port: 5432 },
      { host: 'two.example.com', port: 3306 },
    ])
  })

  it('takes the address out of a URL, without its credentials', () => {
    expect(warehousesOf({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_URL: 'postgres://u:p@db.example.com/sales' })).toEqual([
      { host: 'db.example.com', port: 5432 },
    ])
  })

  it('declares nothing where host or port make no sense, or where the database is a file', () => {
    for (const variables of [
      { CUBEJS_DB_TYPE: 'duckdb' },
      { CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: '' },
      { CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: 'db.example.com', CUBEJS_DB_PORT: '70000' },
      { CUBEJS_DB_TYPE: 'unknown', CUBEJS_DB_HOST: 'db.example.com' },
    ])
      expect(warehousesOf(variables)).toEqual([])
  })
})

describe('the variables inside', () => {
  it('name an address by the name it has there, and leave names as they are', () => {
    expect(withEgressNames({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: '10.1.2.3', OTHER: 'x' })).toEqual({
      CUBEJS_DB_TYPE: 'postgres',
      CUBEJS_DB_HOST: '10-1-2-3.address.internal',
      OTHER: 'x',
    })
    expect(withEgressNames({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_HOST: 'db.example.com' })).toMatchObject({
      CUBEJS_DB_HOST: 'db.example.com',
    })
  })

  it('keep the rest of a URL', () => {
    expect(withEgressNames({ CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_URL: 'postgres://u:p@10.1.2.3:6432/sales' })).toMatchObject({
      CUBEJS_DB_URL: 'postgres://u:p@10-1-2-3.address.internal:6432/sales',
    })
  })
})
