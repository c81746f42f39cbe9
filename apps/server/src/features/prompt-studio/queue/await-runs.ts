import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { markTaskPending } from './pending-tasks.store.ts'
import { runsChanged } from './runs.events.ts'
import { listRunsById, type RunRow } from './runs.store.ts'

/** A notification can be missed, so the rows are also polled. */
const pollSeconds = 2

/**
 * A run that has ended. `run` is undefined if it was deleted together with its prompt, document or
 * profile.
 */
export type EndedRun = { readonly id: string; readonly run: RunRow | undefined }

type AwaitRunsOptions = {
  readonly ids: readonly string[]
  readonly onEnded: (endedRun: EndedRun) => Promise<void>
}

/**
 * Waits until all of the runs have ended, in whatever process, and reports each of them. Returns
 * false if this process shuts down before.
 */
async function awaitRuns(
  { events, shutdownSignal }: Pick<Context, 'events' | 'shutdownSignal'>,
  tenant: Tenant,
  { ids, onEnded }: AwaitRunsOptions,
): Promise<boolean> {
  const pendingIds = new Set(ids)
  let endedIds = new Set<string>()
  let wake = () => {}
  const unsubscribe = events.subscribe(runsChanged, ({ runIds, state }) => {
    if (isUnfinished(state)) return
    const awaitedIds = runIds.filter((id) => pendingIds.has(id))
    for (const id of awaitedIds) endedIds.add(id)
    if (awaitedIds.length > 0) wake()
  })
  const checkRuns = async (idsToCheck: readonly string[]) => {
    const runsById = new Map((await listRunsById(tenant, idsToCheck)).map((run) => [run.id, run]))
    for (const id of idsToCheck) {
      const run = runsById.get(id)
      if (run && isUnfinished(run.state)) continue
      if (pendingIds.delete(id)) await onEnded({ id, run })
    }
  }
  try {
    await checkRuns([...pendingIds])
    while (pendingIds.size > 0) {
      if (shutdownSignal.aborted) return false
      const wasNotified = await waitForNotification(
        new Promise<true>((resolve) => {
          wake = () => resolve(true)
          if (endedIds.size > 0) wake()
        }),
        shutdownSignal,
      )
      const idsToCheck = wasNotified ? [...endedIds] : [...pendingIds]
      endedIds = new Set()
      await checkRuns(idsToCheck)
    }
    return true
  } finally {
    unsubscribe()
  }
}

const isUnfinished = (state: RunRow['state']) => state === 'waiting' || state === 'running'

async function waitForNotification(
  notification: Promise<true>,
  shutdownSignal: AbortSignal,
): Promise<boolean> {
  const controller = new AbortController()
  const signal = AbortSignal.any([shutdownSignal, controller.signal])
  const timeout = sleep(pollSeconds * 1000, false, { signal }).catch(() => false)
  try {
    return await Promise.race([notification, timeout])
  } finally {
    controller.abort()
  }
}

type AwaitTaskOptions = AwaitRunsOptions & { readonly taskId: string }

/**
 * Waits until all runs of a task have ended. If this process shuts down before, marks the task as
 * pending, so that the caller can resume it, and returns false.
 */
export async function awaitTask(
  ctx: Pick<Context, 'events' | 'shutdownSignal'>,
  tenant: Tenant,
  { taskId, ids, onEnded }: AwaitTaskOptions,
): Promise<boolean> {
  const haveEnded = await awaitRuns(ctx, tenant, { ids, onEnded })
  if (!haveEnded) await markTaskPending(tenant, taskId)
  return haveEnded
}
