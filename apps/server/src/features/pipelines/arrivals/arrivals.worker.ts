import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { type BoundJob, bindJob } from '../../../platform/work/jobs.ts'
import { databaseTime } from '../../../platform/work/schedules.ts'
import type { HeldClaim } from '../../../platform/work/single-flight/claims.ts'
import { announceArrivalJob } from '../../connectors/connectors.port.ts'
import { executionFinished } from '../../executions/executions.port.ts'
import { findNextDueTime } from './arrivals.store.ts'
import { listenToSource } from './listen-to-source.ts'
import { type ListenedPipeline, listListenedPipelines } from './listeners.store.ts'
import { arrivalNoted, noteReceivedMail } from './note-arrival.ts'
import { startDueArrivals } from './start-due-arrivals.ts'

/** The jobs that received mails enqueue. */
export const arrivalJobs: readonly BoundJob<Context>[] = [
  bindJob(announceArrivalJob, noteReceivedMail),
]

/** One process of all listens, as long as it holds this claim. */
const claimKey = 'pipeline-arrivals'

/** Further pipelines are not listened to. */
const maxListeners = 1000
/** Listings of sources at a time. */
const maxParallelPolls = 8
/** How often it is looked which pipelines there are, and for arrivals that were not announced. */
const lookMilliseconds = 2000
const retryMilliseconds = 1000

/**
 * Listens for arrivals of all pipelines and starts their runs, while no other process does. Returns a function that ends it.
 */
export function startArrivals(ctx: Context): () => Promise<void> {
  const stopController = new AbortController()
  const { signal } = stopController
  let heldLock: Promise<void> | undefined
  const runForever = async () => {
    while (!signal.aborted) {
      try {
        const lock = ctx.claims.withLock(claimKey, async (claim) => {
          heldLock = lock
          await listenToAll(ctx, claim, signal)
        })
        await lock
      } catch (error) {
        if (signal.aborted) return
        ctx.log.warn({ reason: describeFailure(error) }, 'arrivals are not noticed; trying again')
        await sleep(retryMilliseconds, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  // A process that waits for the claim learns only from the claims when they are closed.
  void runForever()
  return async () => {
    stopController.abort()
    await heldLock?.catch(() => undefined)
  }
}

async function listenToAll(ctx: Context, claim: HeldClaim, stopSignal: AbortSignal): Promise<void> {
  if (stopSignal.aborted) return
  const endController = new AbortController()
  const signal = AbortSignal.any([stopSignal, endController.signal])
  const listeners = openListeners(ctx, signal)
  const alarm = openAlarm(ctx, signal)
  let lookedAt = Number.NEGATIVE_INFINITY
  try {
    while (!stopSignal.aborted) {
      // Another process may have taken over while this one was suspended.
      await claim.assertHeld()
      if (performance.now() - lookedAt >= lookMilliseconds) {
        listeners.update(await listListenedPipelines(ctx, maxListeners))
        lookedAt = performance.now()
      }
      const now = await databaseTime(ctx.db)
      const { busyPipelines } = await startDueArrivals(ctx, now)
      await alarm.wait(now, { isRunAwaited: busyPipelines > 0 })
    }
  } finally {
    endController.abort()
    alarm.close()
    await listeners.close()
  }
}

/** Many arrivals are announced at once. */
const minWaitMilliseconds = 50

/** Waits until arrivals are due, or until it is time to look for what was not announced. */
function openAlarm({ db, events }: Pick<Context, 'db' | 'events'>, signal: AbortSignal) {
  let wakeController = new AbortController()
  let isRunAwaited = false
  const unsubscribers = [
    events.subscribe(arrivalNoted, () => wakeController.abort()),
    events.subscribe(executionFinished, () => {
      if (isRunAwaited) wakeController.abort()
    }),
  ]
  return {
    /** Waits from the time at which it was last looked. Arrivals of a pipeline that runs wait for the end of its run. */
    async wait(lookTime: Date, options: { readonly isRunAwaited: boolean }): Promise<void> {
      isRunAwaited = options.isRunAwaited
      const dueAt = await findNextDueTime({ db }, lookTime)
      const milliseconds = dueAt
        ? dueAt.getTime() - (await databaseTime(db)).getTime()
        : lookMilliseconds
      await sleep(minWaitMilliseconds, undefined, { signal }).catch(() => undefined)
      const anySignal = AbortSignal.any([signal, wakeController.signal])
      const wait = Math.min(milliseconds, lookMilliseconds) - minWaitMilliseconds
      if (wait > 0) await sleep(wait, undefined, { signal: anySignal }).catch(() => undefined)
      if (wakeController.signal.aborted) wakeController = new AbortController()
    },
    close(): void {
      for (const unsubscribe of unsubscribers) unsubscribe()
    },
  }
}

type RunningListener = {
  readonly version: string
  readonly controller: AbortController
  readonly end: Promise<void>
}

function openListeners(ctx: Context, signal: AbortSignal) {
  const all = new Map<string, RunningListener>()
  const limitPolls = pLimit(maxParallelPolls)

  function start(pipeline: ListenedPipeline): void {
    const controller = new AbortController()
    const tenant = { db: ctx.db, organizationId: pipeline.organizationId }
    const anySignal = AbortSignal.any([signal, controller.signal])
    const end = listenToSource({ ctx, tenant, pipeline, limitPolls, signal: anySignal }).catch(
      (error: unknown) => {
        ctx.log.warn({ reason: describeFailure(error) }, 'a source is not listened to any more')
        // The next look starts it again.
        if (all.get(pipeline.id)?.controller === controller) all.delete(pipeline.id)
      },
    )
    all.set(pipeline.id, { version: pipeline.version, controller, end })
  }

  return {
    /** Starts, ends and restarts listeners so that they are those of these pipelines. */
    update(pipelines: readonly ListenedPipeline[]): void {
      const versions = new Map(pipelines.map(({ id, version }) => [id, version]))
      for (const [id, listener] of all) {
        if (versions.get(id) === listener.version) continue
        listener.controller.abort()
        all.delete(id)
      }
      for (const pipeline of pipelines) if (!all.has(pipeline.id)) start(pipeline)
    },
    async close(): Promise<void> {
      await Promise.allSettled([...all.values()].map(({ end }) => end))
    },
  }
}
