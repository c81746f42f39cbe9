import type { FaultVerdict } from './judge-fault.ts'

export type FaultPlan = {
  /** Who send a document each, wait for its result, and send the next. */
  readonly callers: number
  /** How often the fault happens. */
  readonly times: number
  /** How long each lasts, where the fault lasts. */
  readonly seconds: number
  /** That a run of a pipeline has. */
  readonly documents?: number | undefined
  readonly print?: ((line: string) => void) | undefined
}

export type Fault = {
  /** In a few words, for the table. */
  readonly what: string
  /** When nothing else is asked for. */
  readonly usual: Pick<FaultPlan, 'times' | 'seconds'>
  readonly run: (plan: FaultPlan) => Promise<FaultVerdict>
  /** What this machine lacks for it, if so. */
  readonly lacks?: () => string | undefined
  /** Judged where it is measured, not in tests: the slowest call, and how soon calls are answered again. */
  readonly limits?: { readonly worstSeconds?: number; readonly backSeconds?: number }
}
