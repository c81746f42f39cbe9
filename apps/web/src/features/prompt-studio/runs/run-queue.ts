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
  | { readonly kind: 'done'; readonly seconds: number }

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

type Options = {
  /** How many run at the same time. */
  readonly limit: number
  run(cell: Cell, onIndexing: () => void): Promise<void>
  /** Called when nothing runs or waits any more. */
  onIdle(): void
  now?(): number
}

/** Runs cells side by side, the others waiting their turn. */
export function createRunQueue({ limit, run, onIdle, now = Date.now }: Options): RunQueue {
  const states = createStore<RunStates>(new Map())
  let waiting: readonly Cell[] = []
  let running = 0

  function become(changes: readonly (readonly [Cell, RunState])[]) {
    const entries = changes.map(([cell, state]) => [keyOfCell(cell), state] as const)
    states.set(new Map([...states.get(), ...entries]))
  }

  async function take(cell: Cell) {
    const since = now()
    running += 1
    become([[cell, { kind: 'running', since }]])
    try {
      await run(cell, () => become([[cell, { kind: 'indexing', since }]]))
      become([[cell, { kind: 'done', seconds: (now() - since) / 1000 }]])
    } catch (error) {
      become([[cell, { kind: 'failed', error }]])
    } finally {
      running -= 1
      fill()
      if (running === 0) onIdle()
    }
  }

  function fill() {
    const next = waiting.slice(0, limit - running)
    waiting = waiting.slice(next.length)
    for (const cell of next) void take(cell)
  }

  return {
    states,
    start(cells) {
      const fresh = cells.filter((cell) => !isUnderWay(states.get().get(keyOfCell(cell))))
      if (fresh.length === 0) return
      become(fresh.map((cell) => [cell, { kind: 'waiting' }]))
      waiting = [...waiting, ...fresh]
      fill()
    },
  }
}
