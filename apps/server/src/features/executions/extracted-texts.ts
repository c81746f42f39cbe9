import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { describeFailure } from '../../platform/describe-failure.ts'
import { extractedText } from '../answering/answering.port.ts'
import type { ExecutionOutcome } from './files/execution-outcome.ts'

export type ExtractedTexts = ReadonlyMap<string, string | null>

/** The texts of the files that came through, by their ids; null for one that is not to be had any more. */
export async function extractedTexts(
  ctx: Context,
  tenant: Tenant,
  { plan: { textExtractorId }, files }: ExecutionOutcome,
): Promise<ExtractedTexts> {
  const texts = new Map<string, string | null>()
  for (const { file } of files) {
    if (file.status !== 'COMPLETED' || textExtractorId === null) continue
    const document = { hash: file.file_hash, name: file.file_name }
    const text = await extractedText(ctx, tenant, { document, textExtractorId }).catch((error) => {
      // The values are there and paid: that the document or its adapter is gone must not keep them back.
      ctx.log.warn({ reason: describeFailure(error) }, 'the text of a result could not be added')
      return null
    })
    texts.set(file.id, text)
  }
  return texts
}
