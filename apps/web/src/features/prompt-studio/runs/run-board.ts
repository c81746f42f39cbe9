import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import { type Scope, scopesOf } from '../run.queries.ts'
import type { Cell, Run } from '../run.ts'

export type RunState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** How long it took is known of a run whose end was told. */
  | { readonly kind: 'done'; readonly seconds: number | undefined }

type RunStates = ReadonlyMap<string, RunState>

const LOST = 'The server does not say how the run stands. Its result appears once it does.'

export const keyOfCell = ({ promptId, profileId, documentId }: Cell): string =>
  `${promptId}/${profileId}/${documentId}`

export const isUnderWay = (state: RunState | undefined): boolean =>
  state?.kind === 'waiting' || state?.kind === 'running'

type Options = {
  start(scope: Scope): Promise<readonly Run[]>
  cancel(ids: readonly string[] | undefined): Promise<readonly Run[]>
  /** Fetches what came of runs on these documents; they are shown as done when it is there. */
  collect(documentIds: readonly string[]): Promise<void>
  /** Called when nothing runs or waits any more. */
  onIdle(): void
}

/** How the cells of a project stand: what the server has and does, as this page knows it. */
export type RunBoard = {
  readonly states: Readable<RunStates>
  /** The cells that have been under way since nothing was. */
  readonly busy: Readable<ReadonlySet<string>>
  /** Cells that are under way already are not started twice. */
  start(cells: readonly Cell[]): void
  /** All that are under way when no cell is given. Throws what the server refuses. */
  cancel(cell?: Cell): Promise<void>
  /** Something new of some runs. */
  hear(runs: readonly Run[]): void
  /** All that wait, go on or have failed, as it was asked for at that moment. */
  replace(runs: readonly Run[], askedAt: number): void
  /** The server cannot be asked how they stand: what is under way is shown as failed until it can. */
  lose(): void
  /** Whether some are shown as failed for that reason. */
  hasLost(): boolean
}

/** What is known of a cell that is under way. */
type Known = { readonly cell: Cell; readonly runId: string; readonly heardAt: number }

export function createRunBoard({ start, cancel, collect, onIdle }: Options): RunBoard {
  const { states, busy, become, whileBusy } = openStates(onIdle)
  const known = new Map<string, Known>()
  let lost: readonly Cell[] = []

  /** Newer runs of a cell are those with a later id. */
  const isOld = (run: Run) => {
    const now = known.get(keyOfCell(run))
    return now !== undefined && now.runId > run.id
  }
  const settle = async (ended: readonly Run[]) => {
    const done = ended.filter(({ state }) => state === 'done')
    if (done.length > 0) await collect([...new Set(done.map(({ documentId }) => documentId))])
    become(
      ended
        .filter((run) => !isOld(run))
        .map((run) => [run, stateOf(run, states.get().get(keyOfCell(run)))] as const),
    )
  }
  const hear = (runs: readonly Run[]) => {
    const fresh = runs.filter((run) => !isOld(run))
    const open = fresh.filter(({ state }) => state === 'waiting' || state === 'running')
    for (const run of fresh) {
      known.set(keyOfCell(run), { cell: run, runId: run.id, heardAt: performance.now() })
    }
    become(open.map((run) => [run, stateOf(run, undefined)] as const))
    const ended = fresh.filter((run) => !open.includes(run))
    if (ended.length > 0) void settle(ended)
  }

  return {
    states,
    busy,
    hear,
    hasLost: () => lost.length > 0,
    lose() {
      const cells = [...known.values()].map(({ cell }) => cell)
      const fresh = cells.filter((cell) => isUnderWay(states.get().get(keyOfCell(cell))))
      lost = [...lost, ...fresh]
      become(fresh.map((cell) => [cell, { kind: 'failed', error: new Error(LOST) }] as const))
    },
    replace(runs, askedAt) {
      become(lost.map((cell) => [cell, { kind: 'waiting' }] as const))
      lost = []
      hear(runs)
      const listed = new Set(runs.map(keyOfCell))
      const gone = [...known.values()].filter(({ cell, heardAt }) => {
        const key = keyOfCell(cell)
        return heardAt < askedAt && !listed.has(key) && isUnderWay(states.get().get(key))
      })
      // Well or cancelled: whichever, the outputs say it.
      const ended = gone.map(({ cell, runId }) => endedWell(cell, runId))
      if (ended.length > 0) void settle(ended)
    },
    start(cells) {
      const fresh = cells.filter((cell) => !isUnderWay(states.get().get(keyOfCell(cell))))
      if (fresh.length === 0) return
      become(fresh.map((cell) => [cell, { kind: 'waiting' }] as const))
      for (const scope of scopesOf(fresh)) {
        const refuse = (error: unknown) => {
          const theirs = fresh.filter((cell) => isIn(scope, cell))
          become(theirs.map((cell) => [cell, { kind: 'failed', error }] as const))
        }
        void whileBusy(start(scope).then(hear, refuse))
      }
    },
    async cancel(cell) {
      const id = cell && known.get(keyOfCell(cell))?.runId
      if (cell && id === undefined) return
      hear(await cancel(id === undefined ? undefined : [id]))
    },
  }
}

/** States that say when nothing is under way any more, with the server or on the way to it. */
function openStates(onIdle: () => void) {
  const states = createStore<RunStates>(new Map())
  const busy = createStore<ReadonlySet<string>>(new Set())
  let asking = 0
  const isBusy = () => asking > 0 || [...states.get().values()].some(isUnderWay)

  return {
    states,
    busy,
    become(entries: Entries) {
      if (entries.length === 0) return
      const next = new Map(states.get())
      for (const [cell, state] of entries) {
        if (state) next.set(keyOfCell(cell), state)
        else next.delete(keyOfCell(cell))
      }
      const wasBusy = isBusy()
      busy.set(withBegun(wasBusy, busy.get(), entries))
      states.set(next)
      if (wasBusy && !isBusy()) onIdle()
    },
    async whileBusy(work: Promise<void>) {
      asking += 1
      await work
      asking -= 1
      if (!isBusy()) onIdle()
    },
  }
}

const none: ReadonlySet<string> = new Set()

type Entries = readonly (readonly [Cell, RunState | undefined])[]

function withBegun(wasBusy: boolean, before: ReadonlySet<string>, entries: Entries) {
  const begun = entries.flatMap(([cell, state]) => (isUnderWay(state) ? [keyOfCell(cell)] : []))
  return begun.length === 0 ? before : new Set([...(wasBusy ? before : none), ...begun])
}

const isIn = (scope: Scope, { promptId, documentId, profileId }: Cell) =>
  scope.promptIds.includes(promptId) &&
  scope.documentIds.includes(documentId) &&
  scope.profileIds.includes(profileId)

const endedWell = (cell: Cell, id: string): Run => ({
  ...cell,
  id,
  state: 'done',
  reason: undefined,
  startedAt: undefined,
  seconds: undefined,
})

/** A cancelled run leaves a cell as if it had not been asked for. */
function stateOf(run: Run, before: RunState | undefined): RunState | undefined {
  switch (run.state) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'running':
      return { kind: 'running', since: run.startedAt ?? Date.now() }
    case 'failed':
      return { kind: 'failed', error: new Error(run.reason) }
    case 'done':
      return before?.kind === 'done' ? before : { kind: 'done', seconds: run.seconds }
    default:
      return undefined
  }
}
