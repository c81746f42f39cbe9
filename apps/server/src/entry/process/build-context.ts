import { availableParallelism } from 'node:os'
import { answerLimits } from '@recto/contract/limits'
import { catalog } from '@recto/providers/catalog'
import { connectorCatalog } from '@recto/providers/connector-catalog'
import type { Pool } from 'pg'
import { openAllowances } from '../../platform/allowances/open-allowances.ts'
import { openCircuits } from '../../platform/circuits/open-circuits.ts'
import { openClaims } from '../../platform/claims/open-claims.ts'
import type { Compute, ComputeSettings } from '../../platform/compute/compute.ts'
import { openCompute } from '../../platform/compute/open-compute.ts'
import type { Config } from '../../platform/config/config.ts'
import { openConfigurationCache } from '../../platform/configuration/configuration-cache.ts'
import type { Context } from '../../platform/context.ts'
import { openBatchedWrites } from '../../platform/db/batched-writes.ts'
import { connect } from '../../platform/db/connect.ts'
import { openGroupCommits } from '../../platform/db/group-commits.ts'
import { openDiskWatch } from '../../platform/disk-full.ts'
import { openEvents } from '../../platform/events/events.ts'
import { openJobsClient } from '../../platform/jobs/start-client.ts'
import { openKept } from '../../platform/kept-open/open-kept.ts'
import { openPlaces, type WorkerPlaces } from '../../platform/leases/places.ts'
import type { Log } from '../../platform/log/log.ts'
import { openConnect } from '../../platform/outside/open-connect.ts'
import { openFetch } from '../../platform/outside/open-fetch.ts'
import { openProcessCache } from '../../platform/process-cache/process-cache.ts'
import { unlockVault } from '../../platform/vault/unlock-vault.ts'
import { openDocumentReader } from './open-document-reader.ts'
import { openFileStore, refuseLostFiles } from './open-file-store.ts'

type Given = {
  readonly config: Config
  /** Migrated, and either the configured server's or the embedded one's. */
  readonly databaseUrl: string
  readonly log: Log
  /** Whether no other process works on the database. */
  readonly isOnlyProcess: boolean
  /** For what a person must be told once, such as that a key was made. */
  readonly print: (line: string) => void
}

export type BuiltContext = {
  readonly ctx: Context
  /** The connections behind `ctx.db`, for durable work. */
  readonly pool: Pool
  /** The same as `ctx.places`, for the worker that opens them. */
  readonly places: WorkerPlaces
  /** Aborts `ctx.leaving`. */
  leave(): void
  close(): Promise<void>
}

/** Everything that a process owns, in the order in which it is opened; closed the other way round. */
export async function buildContext(given: Given): Promise<BuiltContext> {
  const { config, databaseUrl, isOnlyProcess, log, print } = given
  const opened = new AsyncDisposableStack()
  try {
    const { db, pool, close } = connect(databaseUrl, log)
    opened.defer(close)
    const batchedWrites = openBatchedWrites({ db, log })
    opened.defer(batchedWrites.close)
    const commits = openGroupCommits({ db })
    const vault = await unlockVault({ config, db, print })
    const events = await openEvents(databaseUrl, log)
    opened.defer(events.close)
    const jobs = await openJobsClient({ pool, log, events })
    opened.defer(jobs.close)
    const reader = await openDocumentReader(config)
    opened.defer(reader.close)
    const compute = openTextCompute()
    opened.defer(compute.close)

    const files = await openFiles(given, opened)
    const disk = openDiskWatch(foldersOf(config))
    const providers = registered(catalog)
    const connectorProviders = registered(connectorCatalog)
    const allowsInner = config.innerAddresses !== 'off'
    const { fetch, close: closeFetch } = openFetch({ allowsInner, limits: answerLimits })
    opened.defer(closeFetch)
    const outside = openFetch({ allowsInner: config.innerAddresses === 'on' })
    opened.defer(outside.close)
    const toPort = openConnect({ allowsInner })
    // Files have any size, and whoever reads them counts.
    const ofConnectors = openFetch({ allowsInner })
    opened.defer(ofConnectors.close)
    const connectorOutside = outsideOf(config, ofConnectors.fetch, toPort)
    const places = openPlaces()
    const calls = openAllowances({ max: config.callsPerAdapter, db, log, isOnlyProcess })
    opened.defer(calls.close)
    const circuits = openCircuits()
    const claims = await openClaims({ db, events, log, isOnlyProcess })
    opened.defer(claims.close)
    const cache = openProcessCache()
    const keptOpen = openKept()
    opened.defer(keptOpen.close)
    const configurations = openConfigurationCache()
    const leaving = new AbortController()
    const ours = { batchedWrites, commits, places, calls, circuits, claims, cache, configurations }
    const reach = { fetch, connect: toPort, publicFetch: outside.fetch }
    const tools = { jobs, events, files, disk, vault, reader, compute, providers, ...reach }
    const ofThem = { connectorProviders, connectorOutside, keptOpen, leaving: leaving.signal }
    const ctx = { config, db, log, ...tools, ...ofThem, ...ours }
    return { ctx, pool, places, leave: () => leaving.abort(), close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Processes that work on the texts of large documents. One core is left to the server. */
export function openTextCompute(limits: Partial<ComputeSettings> = {}): Compute {
  return openCompute({
    program: new URL('../../features/answering/text/text-process.ts', import.meta.url),
    processes: Math.min(Math.max(availableParallelism() - 1, 1), maxComputeProcesses),
    timeoutSeconds: 120,
    heapMegabytes: 768,
    heldMegabytes: 40,
    ...limits,
  })
}

const maxComputeProcesses = 2

async function openFiles({ config, print }: Given, opened: AsyncDisposableStack) {
  const { files, close } = openFileStore(config)
  opened.defer(close)
  await refuseLostFiles(files, { seconds: 60, print })
  return files
}

/** Folders of this machine that take what is stored. */
const foldersOf = ({ dataDir, fileStore }: Config): readonly string[] =>
  fileStore.kind === 'folder' ? [dataDir, fileStore.folder] : [dataDir]

const outsideOf = (
  { connectors }: Config,
  fetch: typeof globalThis.fetch,
  connect: Context['connect'],
): Context['connectorOutside'] => ({ fetch, connect, folders: connectors.folders })

function registered<P extends { readonly id: string }>(all: readonly P[]) {
  const byId = new Map(all.map((provider) => [provider.id, provider]))
  return { all, find: (id: string) => byId.get(id) }
}
