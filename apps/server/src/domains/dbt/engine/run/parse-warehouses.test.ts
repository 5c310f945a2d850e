import { itParsesForWarehouses } from '#test'

// The other warehouses are in parse-warehouses.nightly.test.ts.
itParsesForWarehouses(['snowflake'])
