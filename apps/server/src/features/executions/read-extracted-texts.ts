import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { describeFailure } from '../../platform/describe-failure.ts'
import { getExtractedText } from '../answering/answering.port.ts'
import type { ExecutionOutcome } from './files/execution-outcome.ts'

export type ExtractedTexts = ReadonlyMap<string, string | null>

/**
 * Reads the extracted texts of the completed files, by file id; null for a text that is no longer
 * available.
 */
export async function readExtractedTexts(
  ctx: Context,
  tenant: Tenant,
  { plan: { textExtractorId }, files }: ExecutionOutcome,
): Promise<ExtractedTexts> {
  const texts = new Map<string, string | null>()
  for (const { file } of files) {
    if (file.status !== 'COMPLETED' || textExtractorId === null) continue
    const document = { hash: file.file_hash, name: file.file_name }
    const text = await getExtractedText(ctx, tenant, { document, textExtractorId }).catch(
      (error) => {
        // The values are available and paid for, so a deleted document or adapter must not prevent
        // returning them.
        ctx.log.warn({ reason: describeFailure(error) }, 'the text of a result could not be added')
        return null
      },
    )
    texts.set(file.id, text)
  }
  return texts
}
