import type { HeldClaim } from '../../../platform/claims/claims.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type CallContext,
  type MaskingRules,
  openMasking,
  runStep,
} from '../../model-calls/model-calls.port.ts'
import type { DocumentRow } from './documents.store.ts'

type Given = {
  /** Usage is counted under it. */
  readonly runId: string
  readonly document: DocumentRow
  /** What is masked of the document. */
  readonly rules: MaskingRules | undefined
  /** Absent its `confirm`, nobody else can be at it. */
  readonly claim: Pick<HeldClaim, 'id' | 'isFirst'> & Partial<HeldClaim>
} & Partial<Pick<CallContext, 'signal' | 'outside' | 'onCall'>>

/** A person waits, and can ask again. */
const patienceSeconds = 60

/** A run that is taken over from a process that died finds under its keys what was paid. */
export const studioCalls = (
  { claims, commits, compute }: Pick<Context, 'claims' | 'commits' | 'compute'>,
  { runId, document, rules, claim, signal, outside, onCall }: Given,
): CallContext => ({
  runId,
  callKeyPrefix: `studio/${claim.id}`,
  isFirst: claim.isFirst,
  ...(claim.confirm && { confirm: claim.confirm }),
  documentHash: document.hash,
  projectId: document.project_id,
  step: runStep,
  masking: openMasking({ compute }, { rules, scope: document.hash, signal }),
  ...(signal && { signal }),
  ...(outside && { outside }),
  onCall,
  claims,
  commits,
  patienceSeconds,
})
