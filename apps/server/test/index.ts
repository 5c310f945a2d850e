/** What tests stand on: a real server over a real database, people to call it, and the cases that many operations share. */
export { type ArchiveFiles, exportedBytes, exportedFiles, imported, packed, unpacked, withChange } from './archives.ts'
export {
  commitFolder,
  type GitServer,
  type Interceptor,
  startGitServer,
  type TestRepository,
  writeCommitOf,
  writeDeepTree,
  writeFork,
  writeTreeBomb,
} from '@facet/testkit/git'
export { type Answered, send, type Sending } from '@facet/testkit/net'
export { openRelay, type TcpRelay as Relay } from '@facet/testkit/relay'
export { type SshServer, startSshServer } from '@facet/testkit/ssh'
export { type Certificates, makeCertificates } from '@facet/testkit/tls'
export { type AuthoringNode, startAuthoringNode } from './authoring-node.ts'
export { itParsesForWarehouses } from './dbt-warehouse-cases.ts'
export { calmControl, dbtProject, type DbtRunFolder, filesWith, givenDbtRun, testDbt } from './dbt.ts'
export { nodeScriptInside, runFolderForTest, sandboxLimits, sandboxOfFile, shellInside } from './sandbox.ts'
export { copyDatabase, copyStore } from './brought-back.ts'
export { itRefusesBodies } from './body-cases.ts'
export { endWhileInFlight, installExchangeGate } from './exchange-gate.ts'
export { dataFolderOf, dataSettings } from './data-folder.ts'
export { cloneDatabase, makeTemplate, serviceUser, type TestDatabase, useDatabase } from './database.ts'
export { dumps, restoreDump, type RestoredDump } from './dumps.ts'
export {
  givenAttribute,
  givenDeployments,
  givenExternalUser,
  givenGroup,
  givenKey,
  givenServiceAccount,
  givenUser,
  markedName,
  markOf,
} from './given.ts'
export { type Clone, cloneRepository } from './clone.ts'
export { useComputeProgram } from './compute-program.ts'
export { enterDevMode, givenBranch, givenRole } from './given-branch.ts'
export { givenDbtIntegration } from './given-dbt.ts'
export { pushNoticePath, useDbtPushes } from './given-dbt-pushes.ts'
export { cloneToPush, tellOfPushes } from './pushing.ts'
export { commitNamed, pushHosts, pushNotice, type SentNotice, type ToldPush } from './push-notices.ts'
export { type BuildRow, calmStep, plainReport, type TestBuilds, useBuilds } from './given-build.ts'
export {
  completedOutcome,
  failedOutcome,
  givenDbtProject,
  givenLaunch,
  givenLostSync,
  type GivenOutcome,
  givenOutcome,
  givenSync,
  givenSyncer,
  givenSyncObject,
  syncSettings,
} from './given-dbt-sync.ts'
export { givenConversion, type GivenModel } from './given-conversion.ts'
export { publishRunOf, type TestPublisher, usePublisher } from './given-publisher.ts'
export { givenTree } from './given-tree.ts'
export { convertedStats, type TestSyncs, useSyncs } from './given-dbt-steps.ts'
export { filesOn, givenFiles, headOf, readRepository, refsOf } from './given-files.ts'
export { dataPathOf, dataRefusalOf, encodePart, givenDataApi, type GivenDataApi, signedBySecret } from './given-data-api.ts'
export { askAllTheTime, type Load, type Loaded, loaderOf } from './given-queries.ts'
export { awaitBuild, readFromWarehouse, useWarehouse } from './given-warehouse.ts'
export { answerWith, type Asked, contextOf, pinnedOf, type StandInEngine, startStandInEngine } from './given-engine.ts'
export {
  aiWidget,
  changeReport,
  chartOf,
  configOf,
  givenCreator,
  givenDashboard,
  type GivenFrame,
  givenFrame,
  givenGrant,
  givenReportOf,
  givenSharer,
  givenWorkbook,
  personIdOf,
} from './given-content.ts'
export { variableValue } from './socket-engines.ts'
export { useMetaEngine } from './given-meta.ts'
export { givenStandIn } from './given-stand-in.ts'
export { filterWidget, type GivenBoard, givenBoard, givenViewer, grainWidget, linesIn, queriesOf, useLoadEngine } from './given-widgets.ts'
export { givenEmbedAttribute, givenEmbedGroup, givenEmbedTenant, givenEmbedUser } from './given-embed.ts'
export { gitOn, givenCommit, givenDevBranch, givenModeler, givenUpload, linkTo, listedByGit, manifestOf, sha1Of } from './given-model.ts'
export { givenServedModel, membersOf } from './given-members.ts'
export { givenFolder, givenFolderPath, givenReport, givenShareWith } from './given-folders.ts'
export { dataCallerOf, environmentOf, givenDataToken } from './given-environment.ts'
export { givenSession, type GivenSession, givenToken, newestSessionId } from './given-session.ts'
export {
  creator,
  dryRun,
  frozenOf,
  givenCatalogs,
  mint,
  refusalOf,
  rowCounts,
  type SessionBody,
  storedUser,
  type StoredExternalUser,
} from './session-cases.ts'
export { waitingBackends } from './waiting-backends.ts'
export { type SessionEndingCase, sessionEndings } from './session-endings.ts'
export { itRefusesSessions, type RefusedSession, refusedSessions } from './refused-sessions.ts'
export { itPagesByCursor } from './paging-cases.ts'
export { type Actor, deploymentInput, type TestServer, testConfig, useServer } from './server.ts'
export { withOwner } from './with-owner.ts'
export { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts'
export { findWallProblems, listTenantTables, type TenantTable } from './row-security.ts'
export { type RunningServer, startServer, useRunningServer } from './running-server.ts'
export { fillTenant } from './tenant-rows.ts'
export { givenOldVariable, setVariables, storedVariables } from './variables.ts'
export { expectRevoked, expectTokenGood, expectTokenRevoked } from './revocation.ts'
export { makeRepository, type OwnRepository } from './git-repository.ts'
export { type GitHost, type HostedRepository, useGitHost } from './git-host.ts'
export { commitOnMain, pushOf, refusePushes, tryDue, uploadUnawaited, usePushes } from './given-push.ts'
export { openRing, type RingHolder, rootKey } from './key-rings.ts'
export { recordHistory } from './histories.ts'
export { pollersOf } from './pollers.ts'
export { fixedSealer } from './fixed-sealer.ts'
export { ownTemporal, temporalAddress, workflowBundle } from './long-work.ts'
export { failureOf } from './outcome.ts'
export { startTogether } from './start-together.ts'
export { itKeepsObjects, type StoreUnderTest } from './object-store-cases.ts'
export { happened, payloadOf, recorder, useOutbox } from './outbox.ts'
export { printedBy, quiet } from './output.ts'
export { runFacet, serveFacet, startFacet } from './command-line.ts'
export {
  canMount,
  programEnv,
  type Ran,
  runFacetBehind,
  runFacetProcess,
  runFacetUnprivileged,
  runModuleUnprivileged,
  type Serving,
  spawnFacet,
  spawnServe,
  withMounts,
} from './program.ts'
export { type Acted, deploymentOwnedBy, filesOf, listStandIn, spyingHandlers, type StandIn } from './cluster.ts'
export { type Cost, costOf } from './save-cost.ts'
export { type Sent, statementsDuring, statementsPerCall } from './statements.ts'
export {
  type EngineNodeView,
  routesTo,
  routesTrusting,
  startEngineNode,
  type TestEngineNode,
  type TestRoutes,
  viewOf,
} from './engine-nodes.ts'
export { embedLists } from './long-embed-lists.ts'
export { type LongList, longLists } from './long-lists.ts'
export { rowsReadFor } from './rows-read.ts'
export { holdStore, idleTransactions, type OutsideWait, watchOutside } from './outside.ts'
export { stepsCases, type StepsOperationId } from './steps-cases.ts'
export {
  ask,
  createSmallLaunch,
  environmentIdOf,
  openSmallEngines,
  type SmallEngineOptions,
  type SmallEngines,
  specOf,
} from './small-engine.ts'
