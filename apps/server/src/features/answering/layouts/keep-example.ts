import type { Tenant } from '../../../platform/db/database.ts'
import { openTextExtractor } from '../../adapters/adapters.port.ts'
import { sizeOfDocument } from '../../documents/documents.port.ts'
import { type CallContext, runStep } from '../../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, SoughtHiddenText } from '../answer-settings.ts'
import { findText, keyOfReading, readText } from '../read-text.ts'
import { hasExample, saveExample } from './layouts.store.ts'

type Approved = {
  readonly projectId: string
  readonly documentHash: string
  readonly textExtractorId: string
  /** As in a run: a rule must not start from words that runs do not see. */
  readonly hiddenText: SoughtHiddenText | undefined
}

/**
 * Keeps the words of an approved document's first and last page, once. They are those that were read before; where
 * none are kept, it is read again only where that costs nothing. Says whether it is a new example. Throws an `AppError` where it cannot be read.
 */
export async function keepExample(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { projectId, documentHash, textExtractorId, hiddenText }: Approved,
): Promise<boolean> {
  if (await hasExample(tenant, { projectId, documentHash })) return false
  const opened = await openTextExtractor(ctx, tenant, textExtractorId)
  const document = { hash: documentHash, name: 'approved document' }
  const found = await findText(ctx, tenant, {
    document,
    extractorKey: keyOfReading(opened, hiddenText),
  })
  if (!found && !opened.extractor.isFree) return false
  // It may be gone by now, for one that was reviewed is kept no longer than its run.
  if (!found && (await sizeOfDocument(tenant, documentHash)) === 0) return false
  const calls: CallContext = {
    runId: documentHash,
    callKeyPrefix: `layouts/${projectId}/${documentHash}`,
    step: runStep,
    claims: ctx.claims,
    // Nothing leaves the house: only a free extractor reads it.
    masking: undefined,
    commits: ctx.commits,
  }
  const reading = { document, textExtractorId, hiddenText, calls }
  const text = found ?? (await readText(ctx, tenant, reading)).text
  await saveExample(tenant, { projectId, documentHash, text: await text.endPages() })
  return true
}
