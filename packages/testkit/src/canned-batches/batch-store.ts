import { randomUUID } from 'node:crypto'

export type BatchLine = { readonly id: string; readonly body: Readonly<Record<string, unknown>> }

/**
 * What goes wrong with a batch: `expires` and `cancelled` come when half of it is answered, `fails` before anything is, also
 * `exceeds-tokens` because too much waits,
 * `loses-lines` leaves out every second reply, `answers-twice` gives each reply twice, the second time with another text, and
 * `refuses-lines` answers every second line with an error.
 */
type BatchFault =
  | 'expires'
  | 'cancelled'
  | 'fails'
  | 'exceeds-tokens'
  | 'loses-lines'
  | 'answers-twice'
  | 'refuses-lines'

export type LineOutcome = {
  readonly id: string
  readonly status: number
  readonly body: unknown
}

export type CannedBatch = {
  readonly id: string
  /** The key of the client, where the service has a place for it. */
  readonly key: string | undefined
  readonly createdAt: Date
  readonly lines: readonly BatchLine[]
  readonly fault: BatchFault | undefined
  /** `open` until it is answered. */
  state: 'open' | 'completed' | 'expired' | 'cancelled' | 'failed'
  outcomes: readonly LineOutcome[]
}

type NewBatch = Pick<CannedBatch, 'key' | 'lines'>

export type BatchStore = {
  readonly batches: readonly CannedBatch[]
  /** The faults of the next batches. */
  readonly faults: BatchFault[]
  /** While it is true, no batch ends. */
  isHeld: boolean
  /** No more batches than this are answered. */
  maxAnswered: number
  create(batch: NewBatch): CannedBatch
  find(id: string): CannedBatch | undefined
  cancel(batch: CannedBatch): void
  /** Answers the lines of a batch, unless it has ended or batches are held. */
  settle(batch: CannedBatch, ask: (line: BatchLine) => Promise<LineOutcome>): Promise<void>
}

export function openBatchStore(): BatchStore {
  const batches: CannedBatch[] = []
  const settlements = new Map<string, Promise<void>>()
  const store: BatchStore = {
    batches,
    faults: [],
    isHeld: false,
    maxAnswered: Number.POSITIVE_INFINITY,
    create({ key, lines }) {
      const batch: CannedBatch = {
        id: `batch-${randomUUID()}`,
        key,
        createdAt: new Date(),
        lines,
        fault: store.faults.shift(),
        state: 'open',
        outcomes: [],
      }
      batches.push(batch)
      return batch
    },
    find: (id) => batches.find((batch) => batch.id === id),
    cancel(batch) {
      if (batch.state === 'open') batch.state = 'cancelled'
    },
    async settle(batch, ask) {
      if (store.isHeld || batch.state !== 'open') return
      const runningSettlement = settlements.get(batch.id)
      if (runningSettlement === undefined && settlements.size >= store.maxAnswered) return
      const settlement = runningSettlement ?? answer(batch, ask)
      settlements.set(batch.id, settlement)
      await settlement
    },
  }
  return store
}

const stateOfFault = {
  expires: 'expired',
  cancelled: 'cancelled',
  fails: 'failed',
  'exceeds-tokens': 'failed',
} as const

async function answer(
  batch: CannedBatch,
  ask: (line: BatchLine) => Promise<LineOutcome>,
): Promise<void> {
  const { lines, fault } = batch
  const endsEarly = fault !== undefined && fault in stateOfFault
  const hasFailed = fault === 'fails' || fault === 'exceeds-tokens'
  const answeredCount = hasFailed ? 0 : Math.ceil(lines.length / 2)
  const outcomes: LineOutcome[] = []
  for (const [index, line] of lines.slice(0, endsEarly ? answeredCount : undefined).entries()) {
    const isRefused = fault === 'refuses-lines' && index % 2 === 1
    outcomes.push(isRefused ? refusalOf(line) : await ask(line))
  }
  batch.outcomes = distort(outcomes, fault)
  batch.state = endsEarly ? stateOfFault[fault as keyof typeof stateOfFault] : 'completed'
}

const refusalOf = ({ id }: BatchLine): LineOutcome => ({
  id,
  status: 500,
  body: { error: { message: 'it went wrong' } },
})

/** Services give back replies in any order. */
function distort(outcomes: readonly LineOutcome[], fault: BatchFault | undefined) {
  const keptOutcomes =
    fault === 'loses-lines' ? outcomes.filter((_, index) => index % 2 === 0) : outcomes
  const repeatedOutcomes = fault === 'answers-twice' ? keptOutcomes.map(withOtherText) : []
  return [...keptOutcomes.toReversed(), ...repeatedOutcomes]
}

const withOtherText = ({ id, status, body }: LineOutcome): LineOutcome => ({
  id,
  status,
  body: JSON.parse(JSON.stringify(body).replaceAll(/"content":"[^"]*"/g, '"content":"OTHER"')),
})
