import { createStore, type Readable } from '../../../shared/store/create-store.ts'

/** One prompt under one profile on one document. */
export type Cell = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
}

export type RunState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly since: number }
  /** Another request is indexing the document. */
  | { readonly kind: 'indexing'; readonly since: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** How long it took is known of a cell that ran alone. */
  | { readonly kind: 'done'; readonly seconds: number | undefined }

type RunStates = ReadonlyMap<string, RunState>

export const keyOfCell = ({ promptId, profileId, documentId }: Cell): string =>
  `${promptId}/${profileId}/${documentId}`

export const isUnderWay = (state: RunState | undefined): boolean =>
  state !== undefined && state.kind !== 'failed' && state.kind !== 'done'

export type RunQueue = {
  readonly states: Readable<RunStates>
  /** Cells that are under way already are not started twice. */
  start(cells: readonly Cell[]): void
}

/** Cells of one document and one profile, which are asked for together. */
export type Batch = readonly [Cell, ...Cell[]]

/** How the cells of a batch get on; those of which nothing is said are done when the batch is. */
export type Progress = {
  indexing(): void
  done(cells: readonly Cell[]): void
  failed(cell: Cell, error: unknown): void
}

type Options = {
  /** How many cells run at the same time; a batch has as many places as cells, at most all. */
  readonly limit: number
  run(batch: Batch, progress: Progress): Promise<void>
  /** Called when nothing runs or waits any more. */
  onIdle(): void
  now?(): number
}

/** Runs batches side by side, the others waiting their turn. */
export function createRunQueue({ limit, run, onIdle, now = Date.now }: Options): RunQueue {
  const states = createStore<RunStates>(new Map())
  let waiting: readonly Batch[] = []
  let taken = 0

  function become(cells: readonly Cell[], state: RunState) {
    const entries = cells.map((cell) => [keyOfCell(cell), state] as const)
    states.set(new Map([...states.get(), ...entries]))
  }

  async function take(batch: Batch, places: number) {
    const since = now()
    const open = new Map(batch.map((cell) => [keyOfCell(cell), cell]))
    const settle = (cells: readonly Cell[], state: RunState) => {
      for (const cell of cells) open.delete(keyOfCell(cell))
      become(cells, state)
    }
    const seconds = () => (batch.length === 1 ? (now() - since) / 1000 : undefined)
    taken += places
    become(batch, { kind: 'running', since })
    try {
      await run(batch, {
        indexing: () => become([...open.values()], { kind: 'indexing', since }),
        done: (cells) => settle(cells, { kind: 'done', seconds: seconds() }),
        failed: (cell, error) => settle([cell], { kind: 'failed', error }),
      })
      settle([...open.values()], { kind: 'done', seconds: seconds() })
    } catch (error) {
      settle([...open.values()], { kind: 'failed', error })
    } finally {
      taken -= places
      fill()
      if (taken === 0) onIdle()
    }
  }

  function fill() {
    const [next, ...others] = waiting
    if (!next) return
    const places = Math.min(next.length, limit)
    if (taken + places > limit) return
    waiting = others
    void take(next, places)
    fill()
  }

  return {
    states,
    start(cells) {
      const fresh = cells.filter((cell) => !isUnderWay(states.get().get(keyOfCell(cell))))
      if (fresh.length === 0) return
      become(fresh, { kind: 'waiting' })
      waiting = [...waiting, ...batchesOf(fresh)]
      fill()
    },
  }
}

function batchesOf(cells: readonly Cell[]): readonly Batch[] {
  const groups = Map.groupBy(cells, ({ documentId, profileId }) => `${documentId}/${profileId}`)
  return [...groups.values()].map((group) => group as unknown as Batch)
}
