import { warehouses } from '@facet/dbt-convert'
import { itParsesForWarehouses } from '#test'

itParsesForWarehouses(warehouses.filter((warehouse) => warehouse !== 'snowflake'))
