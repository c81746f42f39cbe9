import type { WhisperOptions } from '@recto/contract/text-service/text-service'
import type { Context } from '../../../platform/context.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import { discardContent } from '../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import type { TextJobRow } from '../jobs/text-jobs.store.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { documentOf } from './document-of.ts'
import { submitDocument } from './submit-document.ts'

type Upload = {
  readonly caller: KeyHolder
  readonly options: TextJobOptions
  readonly query: Pick<WhisperOptions, 'url' | 'url_in_post'>
  /** The body of the request; `submitUpload` deletes it. */
  readonly body: ReceivedContent
  readonly idempotencyKey: string | undefined
}

/** Stores the document of a request with its job. */
export async function submitUpload(
  ctx: Context,
  { caller, options, query, body, idempotencyKey }: Upload,
): Promise<TextJobRow> {
  const document = await documentOf(ctx, { body, query })
  try {
    return await submitDocument(ctx, { caller, options, document, idempotencyKey })
  } finally {
    await discardContent(ctx.files, document.content)
  }
}
