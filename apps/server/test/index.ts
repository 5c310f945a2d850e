/** What tests stand on: a real server over a real database, and people to call it. */
export { cloneDatabase, makeTemplate, serviceUser, type TestDatabase } from './database.ts'
export { type Actor, deploymentInput, type TestServer, testConfig, useServer } from './server.ts'
