import { omitUndefined } from '@recto/omit-undefined'
import type { Context } from '../../../platform/context.ts'
import type { HeldClaim } from '../../../platform/work/single-flight/claims.ts'
import {
  type CallContext,
  createRetryPatience,
  type MaskingRules,
  openMasking,
  runStep,
} from '../../model-calls/model-calls.port.ts'
import type { DocumentRow } from './documents.store.ts'

export type StudioCallOptions = {
  /** Usage is recorded under this id. */
  readonly runId: string
  readonly document: DocumentRow
  readonly rules: MaskingRules | undefined
  /** Without `assertHeld`, nobody else can run the same. */
  readonly claim: Pick<HeldClaim, 'id' | 'isFirst'> & Partial<HeldClaim>
} & Partial<Pick<CallContext, 'signal' | 'cancelSignal' | 'releaseCpuDuring' | 'onCall'>>

/** A person is waiting, and can retry. */
const timeoutSeconds = 60

/** A run that is taken over from a dead process finds the paid replies under the same keys. */
export const createStudioCallContext = (
  { claims, groupCommits, compute }: Pick<Context, 'claims' | 'groupCommits' | 'compute'>,
  { runId, document, rules, claim, signal, cancelSignal, ...options }: StudioCallOptions,
): CallContext => ({
  runId,
  callKeyPrefix: `studio/${claim.id}`,
  isFirstRun: claim.isFirst,
  ...omitUndefined({ assertLeaseHeld: claim.assertHeld }),
  documentHash: document.hash,
  projectId: document.project_id,
  step: runStep,
  masking: openMasking({ compute }, { rules, scope: document.hash, signal }),
  ...omitUndefined({ signal, cancelSignal, releaseCpuDuring: options.releaseCpuDuring }),
  onCall: options.onCall,
  claims,
  groupCommits,
  patience: createRetryPatience({ seconds: timeoutSeconds }),
})
