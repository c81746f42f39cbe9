import type { FileConnector } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { LimitFunction } from 'p-limit'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure, toUserMessage } from '../../../platform/describe-failure.ts'
import {
  exponentialBackOff,
  getRetryAfterSeconds,
  sleepUnlessAborted,
} from '../../../platform/retry.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import {
  findLiveSource,
  findNewFiles,
  isTakenOnArrival,
  type LiveSource,
  listSourceFolders,
} from '../../executions/executions.port.ts'
import type { ArrivalKind } from './arrivals.store.ts'
import {
  type ListenedPipeline,
  type ListenerState,
  saveListenerState,
  savePoll,
} from './listeners.store.ts'
import { noteArrival } from './note-arrival.ts'

type SourceListener = {
  readonly ctx: Context
  readonly tenant: Tenant
  readonly pipeline: ListenedPipeline
  /** Limits how many sources are listed at a time. */
  readonly limitPolls: LimitFunction
  readonly signal: AbortSignal
  /** It says when the source was last listed. */
  readonly polls: { lastAt: number }
}

/** The first attempts follow quickly, because most connections are lost for a moment. */
const reconnectBackOff = exponentialBackOff(1, 300)
/** A connection that was lost after so long was not refused. */
const stableSeconds = 60

/**
 * Notices what arrives in the source of a pipeline, until the signal is aborted: by what the source says, if it says
 * anything, and by a poll. The source is polled whenever the listening has begun, for what arrived before.
 */
export async function listenToSource(options: Omit<SourceListener, 'polls'>): Promise<void> {
  const listener: SourceListener = { ...options, polls: { lastAt: Number.NEGATIVE_INFINITY } }
  const { signal } = listener
  for (let attempt = 1; !signal.aborted; attempt++) {
    const startedAt = performance.now()
    try {
      await listenOnce(listener)
    } catch (error) {
      if (signal.aborted) return
      if (performance.now() - startedAt > stableSeconds * 1000) attempt = 1
      await saveState(listener, { state: 'failing', problem: toUserMessage(error) })
      await pollIfDue(listener)
      const seconds = Math.max(reconnectBackOff(error, attempt), minWaitOf(error))
      await sleepUnlessAborted(signal, seconds).catch(() => undefined)
    }
  }
}

/** A service may lock an account after a few wrong passwords. Changed settings end the wait. */
const refusedSeconds = 300

/** A source that cannot be listened to may still be listed. */
async function pollIfDue(listener: SourceListener): Promise<void> {
  const { ctx, tenant, pipeline, signal, polls } = listener
  if (performance.now() - polls.lastAt < pipeline.pollMinutes * 60_000) return
  polls.lastAt = performance.now()
  try {
    const source = await findLiveSource(ctx, tenant, pipeline.workflowId)
    if (source) await pollSource(listener, source, signal)
  } catch (error) {
    const reason = describeFailure(error)
    if (!signal.aborted) ctx.log.warn({ reason }, 'the source of a pipeline could not be listed')
  }
}

/** The delay that the other side asked for, or that a refusal calls for. */
function minWaitOf(error: unknown): number {
  if (!(error instanceof ProviderError)) return 0
  const isRefused = error.code === 'unauthorised' || error.code === 'settings-invalid'
  return isRefused ? refusedSeconds : Math.min(getRetryAfterSeconds(error) ?? 0, refusedSeconds)
}

async function listenOnce(listener: SourceListener): Promise<void> {
  const { ctx, tenant, pipeline, signal } = listener
  const source = await findLiveSource(ctx, tenant, pipeline.workflowId)
  if (!source) return waitForever(signal)
  const { connector } = await openFileConnector(ctx, tenant, source.connectorId)
  const stopController = new AbortController()
  const stopSignal = AbortSignal.any([signal, stopController.signal])
  try {
    if (canListen(connector, pipeline))
      await Promise.race([
        listenWithConnector(listener, { source, connector, signal: stopSignal }),
        pollAtIntervals(listener, source, stopSignal),
      ])
    else {
      await saveState(listener, { state: 'polling', problem: null })
      await pollSource(listener, source, signal)
      await pollAtIntervals(listener, source, stopSignal)
    }
  } finally {
    stopController.abort()
    await connector.close().catch(() => {})
  }
}

const canListen = ({ listen, needsQueue }: FileConnector, { queueUrl }: ListenedPipeline) =>
  listen !== undefined && (!needsQueue || queueUrl !== null)

type OpenedSource = {
  readonly source: LiveSource
  readonly connector: FileConnector
  readonly signal: AbortSignal
}

async function listenWithConnector(
  listener: SourceListener,
  { source, connector, signal }: OpenedSource,
): Promise<void> {
  const { ctx, tenant, pipeline } = listener
  const { settings } = source
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const kind = kindOf(connector)
  const listeningPromise = connector.listen?.({
    folders: listSourceFolders(settings),
    includesSubfolders: settings.processSubDirectories,
    queueUrl: pipeline.queueUrl,
    signal,
    onListening() {
      const begin = async () => {
        await saveState(listener, { state: 'listening', problem: null })
        await pollSource(listener, source, signal)
      }
      begin().catch(failure.reject)
    },
    async onArrival(paths) {
      // Changes elsewhere, such as what the pipeline writes next to its source, start no run.
      const takenPaths = paths.filter((path) => isTakenOnArrival(path, settings))
      if (paths.length > 0 && takenPaths.length === 0) return
      await noteArrival(ctx, tenant, { pipelineId: pipeline.id, kind, paths: takenPaths })
    },
  })
  await Promise.race([listeningPromise, failure.promise])
  if (!signal.aborted) throw new Error('A connector has stopped listening.')
}

function kindOf({ needsQueue, showsUnfinishedFiles }: FileConnector): ArrivalKind {
  if (needsQueue) return 'queue'
  return showsUnfinishedFiles ? 'folder' : 'mailbox'
}

async function pollAtIntervals(
  listener: SourceListener,
  source: LiveSource,
  signal: AbortSignal,
): Promise<void> {
  const { pollMinutes } = listener.pipeline
  while (!signal.aborted) {
    // Pipelines that were started together are not polled together for ever.
    const seconds = pollMinutes * 60 * (0.9 + Math.random() / 10)
    await sleepUnlessAborted(signal, seconds).catch(() => undefined)
    if (!signal.aborted) await pollSource(listener, source, signal)
  }
}

/**
 * Looks for files that nothing has announced. The same files start a run once an hour: those that cannot be read would
 * otherwise start one with each poll.
 */
async function pollSource(
  { ctx, tenant, pipeline, limitPolls, polls }: SourceListener,
  source: LiveSource,
  signal: AbortSignal,
): Promise<void> {
  const newFiles = await limitPolls(() => findNewFiles(ctx, tenant, source, signal))
  polls.lastAt = performance.now()
  const isNew = await savePoll(tenant, pipeline.id, newFiles?.digest ?? null)
  if (!newFiles || !isNew) return
  const paths = [newFiles.example]
  await noteArrival(ctx, tenant, { pipelineId: pipeline.id, kind: 'poll', paths })
}

const saveState = ({ tenant, pipeline }: SourceListener, state: ListenerState) =>
  saveListenerState(tenant, pipeline.id, state)

async function waitForever(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
