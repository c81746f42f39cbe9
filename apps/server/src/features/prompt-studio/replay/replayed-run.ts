import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import { conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type CallContext,
  getStepName,
  type MaskingRules,
  openMasking,
  type RecordedCall,
  runStep,
} from '../../model-calls/model-calls.port.ts'

/** One replayed value of a run, or the reason why it could not be replayed. */
export type ReplayedField = {
  readonly key: string
  readonly prompt: string
  readonly value: Json
  readonly evidence: EvidenceTree
  readonly confidence: number | null
  /** Whether the run had the same value; absent if that value is not stored. */
  readonly isSame: boolean | undefined
  readonly model: string | undefined
  /** The cost of its calls; absent if a price is unknown. */
  readonly dollars: number | undefined
  readonly error: string | undefined
}

export type ReplayedRun = {
  readonly run: string
  readonly documentHash: string
  readonly textHash: string
  readonly fields: readonly ReplayedField[]
}

/** Creates a call context that only reads stored replies and never calls a model. */
export function createReplayContext(
  { claims, compute }: Pick<Context, 'claims' | 'compute'>,
  prefix: string,
  { rules, documentHash }: RecordedMasking,
): CallContext {
  const masking = openMasking({ compute }, { rules, scope: documentHash })
  return { runId: 'replay', callKeyPrefix: prefix, isReplay: true, step: runStep, claims, masking }
}

/** The masking rules of a document when it was recorded. */
type RecordedMasking = { readonly rules: MaskingRules | undefined; readonly documentHash: string }

/** Returns the key prefix shared by all calls of one claim. */
export function getCallKeyPrefix(calls: readonly Pick<RecordedCall, 'callKey'>[]): string {
  return calls.at(-1)?.callKey.split('/').slice(0, 2).join('/') ?? 'studio/none'
}

export const filterCallsByKey = (key: string, calls: readonly RecordedCall[]) =>
  calls.filter((call) => {
    const step = getStepName(call)
    // A larger model is asked in steps of its own.
    return step.startsWith(`${key}/`) || step.startsWith(`escalated/${key}/`)
  })

/** Throws if the document is no longer read with the same text. */
export function assertTextUnchanged(
  currentHash: string | undefined,
  recordedHash: string | undefined,
): string {
  if (recordedHash !== undefined && currentHash !== undefined && currentHash !== recordedHash) {
    throw conflict('The text of the document has changed since the run.')
  }
  return currentHash ?? recordedHash ?? ''
}

/** What is known about a value before it is replayed. */
type FieldFacts = Pick<ReplayedField, 'key' | 'prompt' | 'model' | 'dollars'>

/** A field that failed in the run too counts as the same. */
export const createFailedField = (
  facts: FieldFacts,
  error: string,
  hasFailedBefore = false,
): ReplayedField => ({
  ...facts,
  value: null,
  evidence: null,
  confidence: null,
  error,
  isSame: hasFailedBefore ? true : undefined,
})

/**
 * Sums the cost of the calls for one value; the calls of a single pass do not belong to a single
 * value.
 */
export function sumCallCosts(
  key: string,
  calls: readonly RecordedCall[],
): Pick<FieldFacts, 'model' | 'dollars'> {
  const ownCalls = filterCallsByKey(key, calls)
  const isKnown = ownCalls.every(({ costInDollars }) => costInDollars !== null)
  const sum = ownCalls.reduce((total, { costInDollars }) => total + (costInDollars ?? 0), 0)
  return { model: ownCalls.at(-1)?.model, dollars: isKnown ? sum : undefined }
}
