import { runsEvent } from '@recto/contract/server/sockets'
import type { LiveConnection } from '../../../shared/live/live-connection.ts'
import { fetchRuns, runsFromMessage } from '../run.queries.ts'
import type { SinglePassPromptIds } from '../run.ts'
import { isInProgress, type RunBoard } from './run-board.ts'

/** Polling interval while there is no live connection: short after a start, then growing. */
const MIN_POLL_MS = 300
const MAX_POLL_MS = 5_000
/** Polling interval while the socket is connected, because messages can be lost. */
const CONNECTED_POLL_MS = 15_000
/** Runs are shown as failed after the server could not be reached for this long. */
const UNREACHABLE_AFTER_MS = 30_000

type FollowOptions = {
  readonly projectId: string
  /** Returns the current single pass. */
  getSinglePass(): SinglePassPromptIds
}

/**
 * Synchronizes a board with the server, through messages of the live connection and by polling.
 * Returns a function that stops it.
 */
export function followRuns(
  board: RunBoard,
  connection: LiveConnection,
  { projectId, getSinglePass }: FollowOptions,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pollDelay = MIN_POLL_MS
  let isStopped = false
  let failingSince: number | undefined
  const isBusy = () =>
    [...board.states.get().values()].some(isInProgress) || board.hasUnreachableCells()

  async function refresh() {
    clearTimeout(timer)
    timer = undefined
    const requestedAt = performance.now()
    // A failed request is repeated as long as something is under way.
    const runs = await fetchRuns(projectId, getSinglePass()).catch(() => undefined)
    if (isStopped) return
    failingSince = runs ? undefined : (failingSince ?? requestedAt)
    if (runs) board.applySnapshot(runs, requestedAt)
    else if (failingSince !== undefined && requestedAt - failingSince >= UNREACHABLE_AFTER_MS)
      board.markUnreachable()
    scheduleRefresh()
  }
  function scheduleRefresh() {
    if (timer !== undefined || isStopped) return
    if (!isBusy()) {
      pollDelay = MIN_POLL_MS
      return
    }
    timer = setTimeout(
      () => void refresh(),
      connection.isOpen.get() ? CONNECTED_POLL_MS : pollDelay,
    )
    pollDelay = Math.min(pollDelay * 1.5, MAX_POLL_MS)
  }

  const subscriptions = [
    connection.subscribe(runsEvent, (data) =>
      board.applyUpdates(runsFromMessage(projectId, data, getSinglePass())),
    ),
    // Messages may have been missed while disconnected.
    connection.isOpen.subscribe(() => void refresh()),
    board.states.subscribe(scheduleRefresh),
  ]
  void refresh()
  return () => {
    isStopped = true
    clearTimeout(timer)
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
