import type { FaultVerdict } from './judge-fault.ts'

export type FaultPlan = {
  /** Number of callers; each sends a document, waits for its result, and sends the next. */
  readonly callers: number
  /** How often the fault happens. */
  readonly times: number
  /** How long each lasts, where the fault lasts. */
  readonly seconds: number
  /** Number of documents in a run of a pipeline. */
  readonly documents?: number | undefined
  readonly print?: ((line: string) => void) | undefined
}

export type Fault = {
  /** A short description for the table. */
  readonly what: string
  /** The default plan. */
  readonly usual: Pick<FaultPlan, 'times' | 'seconds'>
  readonly run: (plan: FaultPlan) => Promise<FaultVerdict>
  /** Returns what this machine lacks for the fault, if anything. */
  readonly lacks?: () => string | undefined
  /** Judged where it is measured, not in tests: the slowest call, and how soon calls are answered again. */
  readonly limits?: { readonly worstSeconds?: number; readonly backSeconds?: number }
}
