import { availableParallelism } from 'node:os'
import { answerLimits } from '@recto/contract/wire/limits'
import type { Reader } from '@recto/document-text/reader'
import { catalog } from '@recto/providers/catalog'
import { connectorCatalog } from '@recto/providers/connector-catalog'
import type { Pool } from 'pg'
import { openCircuits } from '../../platform/circuits/circuit-breakers.ts'
import type { Compute, ComputeSettings } from '../../platform/compute/compute.ts'
import { openCompute } from '../../platform/compute/open-compute.ts'
import type { Config } from '../../platform/config/config.ts'
import { openConfigurationCache } from '../../platform/configuration-cache.ts'
import { createConnectionCache } from '../../platform/connection-cache.ts'
import type { Context } from '../../platform/context.ts'
import { openBatchedWrites } from '../../platform/db/batched-writes.ts'
import { connect } from '../../platform/db/connect.ts'
import { openGroupCommits } from '../../platform/db/group-commits.ts'
import { openDiskWatch } from '../../platform/disk-full.ts'
import { openEvents } from '../../platform/events/events.ts'
import type { Log } from '../../platform/log/log.ts'
import { openOutboundConnect } from '../../platform/outbound/outbound-connect.ts'
import { openOutboundFetch } from '../../platform/outbound/outbound-fetch.ts'
import { openProcessCache } from '../../platform/process-cache/process-cache.ts'
import { unlockVault } from '../../platform/vault/unlock-vault.ts'
import { withinSeconds } from '../../platform/within-seconds.ts'
import { openJobs } from '../../platform/work/open-jobs.ts'
import { openDistributedSemaphore } from '../../platform/work/shared-limits/distributed-semaphore.ts'
import { openClaims } from '../../platform/work/single-flight/open-claims.ts'
import { openSlotPool, type WorkerSlotPool } from '../../platform/work/slot-pool.ts'
import { countAlarm, observeCommit, observeRun } from '../app/process-metrics.ts'
import { openDocumentReader } from './open-document-reader.ts'
import { assertFileStoreAvailable, openFileStore } from './open-file-store.ts'
import { retryOnLostConnection } from './retry-on-lost-connection.ts'

/** One core is left to the server. */
const maxComputeProcesses = 2

type BuildContextOptions = {
  readonly config: Config
  /** The migrated database of the configured or the embedded server. */
  readonly databaseUrl: string
  readonly log: Log
  /** Whether no other process works on the database. */
  readonly isOnlyProcess: boolean
  /** Prints what a person must see once, such as that a key was created. */
  readonly print: (line: string) => void
  /** Returns what opens documents, and what computes on their texts; by default a pool of child processes for each. */
  readonly openWorkers?: (config: Config) => Promise<DocumentWorkers>
}

/** Starts no child process before the first document comes. */
export type DocumentWorkers = {
  readonly reader: Reader
  readonly compute: Compute
  close(): Promise<void>
}

export type BuiltContext = {
  readonly ctx: Context
  /** The connections behind `ctx.db`, for durable work. */
  readonly pool: Pool
  /** The same object as `ctx.slots`, with the methods that the worker needs to open and close it. */
  readonly slots: WorkerSlotPool
  /** Aborts `ctx.shutdownSignal`. */
  abortWaits(): void
  close(): Promise<void>
}

/** Opens everything that a process owns; `close` closes it in the opposite order. */
export function buildContext(options: BuildContextOptions): Promise<BuiltContext> {
  return withinSeconds(
    {
      seconds: 180,
      advice:
        'The database, the file store or a file named in the settings does not respond. Check them, and start Recto again.',
    },
    () => retryOnLostConnection(options.log, () => openContext(options)),
  )
}

async function openContext(options: BuildContextOptions): Promise<BuiltContext> {
  const { config, databaseUrl, isOnlyProcess, log, print } = options
  const resources = new AsyncDisposableStack()
  try {
    const { db, pool, close } = connect(databaseUrl, log)
    resources.defer(close)
    const batchedWrites = openBatchedWrites({ db, log })
    resources.defer(batchedWrites.close)
    const groupCommits = openGroupCommits({ db, onCommitted: observeCommit })
    const vault = await unlockVault({ config, db, print })
    const events = await openEvents(databaseUrl, log)
    resources.defer(events.close)
    const jobs = openJobs({ db, log, events })
    const { openWorkers = openDocumentWorkers } = options
    const { reader, compute, close: closeWorkers } = await openWorkers(config)
    resources.defer(closeWorkers)

    const files = await openFiles(options, resources)
    const allowsPrivate = config.privateAddresses !== 'off'
    const { fetch, close: closeFetch } = openOutboundFetch({
      allowsPrivate,
      limits: answerLimits,
    })
    resources.defer(closeFetch)
    const publicOutbound = openOutboundFetch({ allowsPrivate: config.privateAddresses === 'on' })
    resources.defer(publicOutbound.close)
    const openConnection = openOutboundConnect({ allowsPrivate })
    // Files have any size, and their readers limit them.
    const connectorOutbound = openOutboundFetch({ allowsPrivate })
    resources.defer(connectorOutbound.close)
    const slots = openSlotPool({
      onRunEnd: ({ isAwaited, seconds }) => observeRun(isAwaited ? 'awaited' : 'batch', seconds),
    })
    const { callsPerAdapter: max } = config
    const callLimiter = openDistributedSemaphore({ max, db, log, isOnlyProcess })
    resources.defer(callLimiter.close)
    const claims = await openClaims({ db, events, log, isOnlyProcess })
    resources.defer(claims.close)
    const connectionCache = createConnectionCache()
    resources.defer(connectionCache.close)
    const shutdown = new AbortController()
    const ctx: Context = {
      config,
      db,
      log,
      batchedWrites,
      groupCommits,
      countAlarm,
      vault,
      events,
      jobs,
      reader,
      compute,
      files,
      disk: openDiskWatch(ownFolders(config)),
      providers: createRegistry(catalog),
      connectorProviders: createRegistry(connectorCatalog),
      connectorNetwork: {
        fetch: connectorOutbound.fetch,
        connect: openConnection,
        folders: config.connectors.folders,
      },
      fetch,
      connect: openConnection,
      publicFetch: publicOutbound.fetch,
      slots,
      callLimiter,
      circuits: openCircuits(),
      claims,
      cache: openProcessCache(),
      connectionCache,
      configurationCache: openConfigurationCache(),
      shutdownSignal: shutdown.signal,
    }
    return {
      ctx,
      pool,
      slots,
      abortWaits: () => shutdown.abort(),
      close: () => resources.disposeAsync(),
    }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

/** Opens the document reader and the processes for texts. Throws `StartupError` if the settings name unusable files. */
export async function openDocumentWorkers(config: Config): Promise<DocumentWorkers> {
  const reader = await openDocumentReader(config)
  const compute = openTextCompute()
  const close = async () => {
    await compute.close()
    await reader.close()
  }
  return { reader, compute, close }
}

/** Starts child processes for work on the texts of large documents. */
export function openTextCompute(limits: Partial<ComputeSettings> = {}): Compute {
  return openCompute({
    program: new URL('../../features/answering/text/text-process.ts', import.meta.url),
    processes: Math.min(Math.max(availableParallelism() - 1, 1), maxComputeProcesses),
    timeoutSeconds: 120,
    heapMegabytes: 768,
    cacheMegabytes: 40,
    ...limits,
  })
}

async function openFiles({ config, print }: BuildContextOptions, resources: AsyncDisposableStack) {
  const { files, close } = openFileStore(config)
  resources.defer(close)
  await assertFileStoreAvailable(files, { seconds: 60, print })
  return files
}

/** Local folders that stored data goes to. */
const ownFolders = ({ dataDir, fileStore }: Config): readonly string[] =>
  fileStore.kind === 'folder' ? [dataDir, fileStore.folder] : [dataDir]

function createRegistry<Provider extends { readonly id: string }>(all: readonly Provider[]) {
  const byId = new Map(all.map((provider) => [provider.id, provider]))
  return { all, find: (id: string) => byId.get(id) }
}
