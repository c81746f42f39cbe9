import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import { conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type CallContext,
  type MaskingRules,
  openMasking,
  type RecordedCall,
  runStep,
  stepOf,
} from '../../model-calls/model-calls.port.ts'

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

/** How calls are made while a run is replayed: from what is kept, and never anew. */
export function replaying(
  { claims, compute }: Pick<Context, 'claims' | 'compute'>,
  prefix: string,
  { rules, documentHash }: Recorded,
): CallContext {
  const masking = openMasking({ compute }, { rules, scope: documentHash })
  return { runId: 'replay', callKeyPrefix: prefix, isReplay: true, step: runStep, claims, masking }
}

/** What was masked of a document, as it was recorded. */
type Recorded = { readonly rules: MaskingRules | undefined; readonly documentHash: string }

/** The calls of one claim begin alike. */
export function prefixOf(calls: readonly Pick<RecordedCall, 'callKey'>[]): string {
  return calls.at(-1)?.callKey.split('/').slice(0, 2).join('/') ?? 'studio/none'
}

export const ofKey = (key: string, calls: readonly RecordedCall[]) =>
  calls.filter((call) => stepOf(call).startsWith(`${key}/`))

/** Throws when the document is no longer read as it was. */
export function sameText(now: string | undefined, recorded: string | undefined): string {
  if (recorded !== undefined && now !== undefined && now !== recorded) {
    throw conflict('The text of the document is no longer the one that the run has read.')
  }
  return now ?? recorded ?? ''
}

/** What is known of a value before it is answered again. */
type Facts = Pick<ReplayedField, 'key' | 'prompt' | 'model' | 'dollars'>

/** One that failed then too is the same. */
export const failedField = (facts: Facts, error: string, failedThen = false): ReplayedField => ({
  ...{ ...facts, value: null, evidence: null, confidence: null, error },
  isSame: failedThen ? true : undefined,
})

/** What the calls for one value have cost; those of a single pass are nobody's own. */
export function costOfCalls(
  key: string,
  calls: readonly RecordedCall[],
): Pick<Facts, 'model' | 'dollars'> {
  const own = ofKey(key, calls)
  const isKnown = own.every(({ costInDollars }) => costInDollars !== null)
  const sum = own.reduce((all, { costInDollars }) => all + (costInDollars ?? 0), 0)
  return { model: own.at(-1)?.model, dollars: isKnown ? sum : undefined }
}
