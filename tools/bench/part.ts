import type { BenchDocuments } from './documents/bench-documents.ts'

export type PartOptions = {
  /** Documents for the parts that measure documents of all kinds. */
  readonly documents: BenchDocuments
  /** Whether to use smaller sizes. */
  readonly isQuick: boolean
  readonly kills: number
  /** Chooses the moments of the kills of `kills-all-work`. */
  readonly seed: number
  readonly print: (line: string) => void
}

export type PartReport = {
  /** Machine-readable figures. */
  readonly figures: unknown
  /** Tables for people. */
  readonly tables: readonly string[]
  /** Violated expectations; a single one fails the run. */
  readonly complaints: readonly string[]
}

/** A part of the benchmark that can be run without the others. */
export type Part = (options: PartOptions) => Promise<PartReport>
