import type { EvidenceTree, Json } from '@recto/provider-spec/answer'

/** One value of a run that was replayed, or why it could not be. */
export type ReplayedField = {
  readonly key: string
  readonly prompt: string
  readonly value: Json
  readonly evidence: EvidenceTree
  readonly confidence: number | null
  /** Whether it is the value that the run had; absent when that is not kept. */
  readonly isSame: boolean | undefined
  readonly model: string | undefined
  /** Of its calls; absent where a price is not known. */
  readonly dollars: number | undefined
  readonly error: string | undefined
}

export type ReplayedRun = {
  readonly run: string
  readonly documentHash: string
  readonly textHash: string
  readonly fields: readonly ReplayedField[]
}
