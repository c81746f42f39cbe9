import type { MeasuringRunReply } from '@recto/contract/tools/measuring-run'

/** A search for prompts, or a comparison of profiles. */
export type MeasuringRun = {
  readonly id: string
  readonly state: MeasuringRunReply['state']
  readonly fieldCount: number
  readonly fieldsDone: number
  readonly callsUsed: number
  readonly budgetCalls: number
  readonly dollars: number | null
  readonly budgetDollars: number | null
  /** What the calls have cost, or may still cost; null without a limit of money. */
  readonly reservedDollars: number | null
  readonly error: string | null
}

export function runFromWire({ id, state, error, ...wire }: MeasuringRunReply): MeasuringRun {
  const { fields: fieldCount, fields_done: fieldsDone } = wire
  const { calls_used: callsUsed, cost_in_dollars: dollars } = wire
  return {
    id,
    state,
    error,
    fieldCount,
    fieldsDone,
    callsUsed,
    dollars,
    budgetCalls: wire.budget_calls,
    budgetDollars: wire.budget_dollars,
    reservedDollars: wire.reserved_dollars,
  }
}

export const isOpen = ({ state }: MeasuringRun) => state === 'waiting' || state === 'running'

type PolledQuery = {
  readonly state: { readonly data: { readonly latest: MeasuringRun | undefined } | undefined }
}

const POLL_MS = 3000

/** The list is read again while its newest run is open. */
export const polledWhileOpen = {
  staleTime: 0,
  refetchInterval: ({ state: { data } }: PolledQuery) =>
    data?.latest && isOpen(data.latest) ? POLL_MS : (false as const),
}

/** Names a run of a project. */
export type MeasuringRunRef = { readonly projectId: string; readonly id: string }

/** The user accepts a result, or drops it. */
export type RunDecision = MeasuringRunRef & {
  readonly promptId: string
  readonly decision: 'accept' | 'drop'
}
