import type { Tenant } from '../../../platform/db/database.ts'
import { openTextExtractor } from '../../adapters/adapters.port.ts'
import { getDocumentSize } from '../../documents/documents.port.ts'
import { type CallContext, runStep } from '../../model-calls/model-calls.port.ts'
import type { AnsweringDependencies, HiddenTextMode } from '../answer-settings.ts'
import { findStoredText, getExtractorKey, loadDocumentText } from '../reading/load-document-text.ts'
import { hasExample, saveExample } from './layouts.store.ts'

type ApprovedDocument = {
  readonly projectId: string
  readonly documentHash: string
  readonly textExtractorId: string
  /** The password that opens the document, sealed; absent if it needs none. */
  readonly sealedPassword?: string | null | undefined
  /** The same mode as in runs: a rule must not depend on words that runs do not see. */
  readonly hiddenText: HiddenTextMode | undefined
}

/**
 * Stores the words on the first and last page of an approved document, once: from its stored text,
 * or from a new reading only where that is free. Returns whether it is a new example. Throws an
 * `AppError` where the document cannot be read.
 */
export async function saveLayoutExample(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { projectId, documentHash, textExtractorId, sealedPassword, hiddenText }: ApprovedDocument,
): Promise<boolean> {
  if (await hasExample(tenant, { projectId, documentHash })) return false
  const textExtractor = await openTextExtractor(ctx, tenant, textExtractorId)
  const document = {
    hash: documentHash,
    name: 'approved document',
    sealed_password: sealedPassword ?? null,
  }
  const storedText = await findStoredText(ctx, tenant, {
    document,
    extractorKey: getExtractorKey(textExtractor, hiddenText),
  })
  if (!storedText && !textExtractor.extractor.isFree) return false
  // The document may be deleted: after a review it is stored only as long as its run.
  if (!storedText && (await getDocumentSize(tenant, documentHash)) === 0) return false
  const calls: CallContext = {
    runId: documentHash,
    callKeyPrefix: `layouts/${projectId}/${documentHash}`,
    step: runStep,
    claims: ctx.claims,
    // Only a free extractor reads it, so nothing is sent to an external service.
    masking: undefined,
    groupCommits: ctx.groupCommits,
  }
  const textRequest = { document, textExtractorId, hiddenText, calls }
  const text = storedText ?? (await loadDocumentText(ctx, tenant, textRequest)).text
  await saveExample(tenant, { projectId, documentHash, text: await text.endPages() })
  return true
}
