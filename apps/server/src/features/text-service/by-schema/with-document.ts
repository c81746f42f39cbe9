import type { ExtractBySchemaRequest } from '@recto/contract/text-service/extract-by-schema'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { discardContent } from '../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import type { Upload } from '../../../platform/files/upload.ts'
import { withUpload } from '../parsers/with-upload.ts'
import { receiveBase64 } from '../uploads/document-of.ts'
import { fetchDocument } from '../uploads/fetch-document.ts'
import { nameOfAddress } from '../uploads/name-of-address.ts'

type DocumentRequest = {
  readonly body: Pick<ExtractBySchemaRequest, 'url' | 'base64_string' | 'file_name'>
  readonly uploads: readonly Upload[]
}

/** Runs work on the one document of a request, which exists only during the work. */
export async function withDocument<T>(
  ctx: Pick<Context, 'files' | 'publicFetch'>,
  { body, uploads }: DocumentRequest,
  work: (document: ReceivedContent, fileName: string) => Promise<T>,
): Promise<T> {
  const { url, base64_string: base64, file_name: fileName } = body
  const sources = [uploads.length > 0, url, base64].filter(Boolean)
  if (sources.length > 1) throw invalid('file', 'Send only one of file, base64_string and url.')
  if (!url && !base64) {
    return withUpload(ctx, { uploads, field: 'file' }, (document, { name }) =>
      work(document, fileName || name),
    )
  }
  const document = url
    ? await fetchDocument(ctx, url)
    : await receiveBase64(ctx.files, base64 ?? '')
  try {
    return await work(document, fileName || (url ? nameOfAddress(url) : ''))
  } finally {
    await discardContent(ctx.files, document.content)
  }
}
