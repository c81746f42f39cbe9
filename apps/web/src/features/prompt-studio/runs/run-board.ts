import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import { type Scope, scopesOf } from '../run.queries.ts'
import type { Cell, Run } from '../run.ts'

export type RunState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly since: number; readonly waitsFor?: Run['waitsFor'] }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The duration is known if the server reported the end of the run to this page. */
  | { readonly kind: 'done'; readonly seconds: number | undefined }

/** The states of cells by their keys. A cell that never ran, or whose run was cancelled, has none. */
type RunStates = ReadonlyMap<string, RunState>

type CellStateEntries = readonly (readonly [Cell, RunState | undefined])[]

/** The latest run of a cell that this page knows of. */
type TrackedRun = { readonly cell: Cell; readonly runId: string; readonly updatedAt: number }

type RunBoardOptions = {
  startRuns(scope: Scope): Promise<readonly Run[]>
  cancelRuns(ids: readonly string[] | undefined): Promise<readonly Run[]>
  /** Fetches the outputs of these documents. Runs are shown as done once it has resolved. */
  refetchOutputs(documentIds: readonly string[]): Promise<void>
  /** Called when no cell is running or waiting any longer. */
  onIdle(): void
}

/** The run states of all cells of a project, as far as this page knows them. */
export type RunBoard = {
  readonly states: Readable<RunStates>
  /** Keys of the cells that were started since nothing ran: the total of the progress bar. */
  readonly batch: Readable<ReadonlySet<string>>
  /** Starts the cells that do not run or wait already. */
  start(cells: readonly Cell[]): void
  /** Cancels the run of a cell, or all runs. Throws if the server refuses. */
  cancel(cell?: Cell): Promise<void>
  /** Applies news about some runs. */
  applyUpdates(runs: readonly Run[]): void
  /** Applies the list of all runs that wait, run or have failed, as requested at `requestedAt`. */
  applySnapshot(runs: readonly Run[], requestedAt: number): void
  /** Shows everything under way as failed until the server can be reached again. */
  markUnreachable(): void
  /** Whether any cells are shown as failed because the server is unreachable. */
  hasUnreachableCells(): boolean
}

const UNREACHABLE_MESSAGE =
  'The status of the run is unknown because the server cannot be reached. The result will appear when the connection is restored.'

export const toCellKey = ({ promptId, profileId, documentId }: Cell): string =>
  `${promptId}/${profileId}/${documentId}`

export const isInProgress = (state: RunState | undefined): boolean =>
  state?.kind === 'waiting' || state?.kind === 'running'

export function createRunBoard({
  startRuns,
  cancelRuns,
  refetchOutputs,
  onIdle,
}: RunBoardOptions): RunBoard {
  const { states, batch, setStates, stayBusyUntil } = createCellStates(onIdle)
  const knownRuns = new Map<string, TrackedRun>()
  let unreachableCells: readonly Cell[] = []

  const isCellUnderWay = (cell: Cell) => isInProgress(states.get().get(toCellKey(cell)))

  /** Run ids ascend with time, so a run with a smaller id than the known one is older. */
  const isOutdated = (run: Run) => {
    const knownRun = knownRuns.get(toCellKey(run))
    return knownRun !== undefined && knownRun.runId > run.id
  }

  /** Shows runs as ended once the outputs of the successful ones have been loaded. */
  const showEnded = async (endedRuns: readonly Run[]) => {
    const doneRuns = endedRuns.filter(({ state }) => state === 'done')
    if (doneRuns.length > 0) {
      await refetchOutputs([...new Set(doneRuns.map(({ documentId }) => documentId))])
    }
    // Newer runs of the same cells may have started while the outputs were fetched.
    const currentRuns = endedRuns.filter((run) => !isOutdated(run))
    setStates(currentRuns.map((run) => [run, toRunState(run, states.get().get(toCellKey(run)))]))
  }

  const applyUpdates = (runs: readonly Run[]) => {
    const currentRuns = runs.filter((run) => !isOutdated(run))
    for (const run of currentRuns) {
      knownRuns.set(toCellKey(run), { cell: run, runId: run.id, updatedAt: performance.now() })
    }
    const isOpen = ({ state }: Run) => state === 'waiting' || state === 'running'
    setStates(currentRuns.filter(isOpen).map((run) => [run, toRunState(run, undefined)]))
    const endedRuns = currentRuns.filter((run) => !isOpen(run))
    if (endedRuns.length > 0) void showEnded(endedRuns)
  }

  return {
    states,
    batch,
    applyUpdates,
    hasUnreachableCells: () => unreachableCells.length > 0,
    markUnreachable() {
      const cells = [...knownRuns.values()].map(({ cell }) => cell).filter(isCellUnderWay)
      unreachableCells = [...unreachableCells, ...cells]
      setStates(
        cells.map((cell) => [cell, { kind: 'failed', error: new Error(UNREACHABLE_MESSAGE) }]),
      )
    },
    applySnapshot(runs, requestedAt) {
      setStates(unreachableCells.map((cell) => [cell, { kind: 'waiting' }]))
      unreachableCells = []
      applyUpdates(runs)
      const listedKeys = new Set(runs.map(toCellKey))
      const missingRuns = [...knownRuns.values()].filter(
        ({ cell, updatedAt }) =>
          updatedAt < requestedAt && !listedKeys.has(toCellKey(cell)) && isCellUnderWay(cell),
      )
      // They have succeeded or were cancelled. Both count as done, as the outputs show the difference.
      if (missingRuns.length > 0) {
        void showEnded(missingRuns.map(({ cell, runId }) => toDoneRun(cell, runId)))
      }
    },
    start(cells) {
      const idleCells = cells.filter((cell) => !isCellUnderWay(cell))
      if (idleCells.length === 0) return
      setStates(idleCells.map((cell) => [cell, { kind: 'waiting' }]))
      for (const scope of scopesOf(idleCells)) {
        const showFailure = (error: unknown) => {
          const scopeCells = idleCells.filter((cell) => isInScope(cell, scope))
          setStates(scopeCells.map((cell) => [cell, { kind: 'failed', error }]))
        }
        void stayBusyUntil(startRuns(scope).then(applyUpdates, showFailure))
      }
    },
    async cancel(cell) {
      const runId = cell && knownRuns.get(toCellKey(cell))?.runId
      if (cell && runId === undefined) return
      applyUpdates(await cancelRuns(runId === undefined ? undefined : [runId]))
    },
  }
}

/** Creates the store of cell states. It calls `onIdle` when nothing is under way or being started. */
function createCellStates(onIdle: () => void) {
  const states = createStore<RunStates>(new Map())
  const batch = createStore<ReadonlySet<string>>(new Set())
  let pendingStarts = 0
  const isBusy = () => pendingStarts > 0 || [...states.get().values()].some(isInProgress)

  return {
    states,
    batch,
    setStates(entries: CellStateEntries) {
      if (entries.length === 0) return
      const updatedStates = new Map(states.get())
      for (const [cell, state] of entries) {
        if (state) updatedStates.set(toCellKey(cell), state)
        else updatedStates.delete(toCellKey(cell))
      }
      const wasBusy = isBusy()
      batch.set(extendBatch(batch.get(), wasBusy, entries))
      states.set(updatedStates)
      if (wasBusy && !isBusy()) onIdle()
    },
    async stayBusyUntil(start: Promise<void>) {
      pendingStarts += 1
      await start
      pendingStarts -= 1
      if (!isBusy()) onIdle()
    },
  }
}

/** Adds the cells under way to the batch; starts a new batch with them if nothing was under way. */
function extendBatch(
  batch: ReadonlySet<string>,
  wasBusy: boolean,
  entries: CellStateEntries,
): ReadonlySet<string> {
  const startedKeys = entries
    .filter(([, state]) => isInProgress(state))
    .map(([cell]) => toCellKey(cell))
  if (startedKeys.length === 0) return batch
  return new Set([...(wasBusy ? batch : []), ...startedKeys])
}

const isInScope = ({ promptId, documentId, profileId }: Cell, scope: Scope) =>
  scope.promptIds.includes(promptId) &&
  scope.documentIds.includes(documentId) &&
  scope.profileIds.includes(profileId)

const toDoneRun = (cell: Cell, id: string): Run => ({
  ...cell,
  id,
  state: 'done',
  reason: undefined,
  startedAt: undefined,
  seconds: undefined,
})

/** Returns `undefined` for a cancelled run: its cell is then as if it had not been run. */
function toRunState(run: Run, previous: RunState | undefined): RunState | undefined {
  switch (run.state) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'running':
      return { kind: 'running', since: run.startedAt ?? Date.now(), waitsFor: run.waitsFor }
    case 'failed':
      return { kind: 'failed', error: new Error(run.reason) }
    case 'done':
      return previous?.kind === 'done' ? previous : { kind: 'done', seconds: run.seconds }
    default:
      return undefined
  }
}
