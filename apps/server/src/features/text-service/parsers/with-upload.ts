import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { type Content, discardContent } from '../../../platform/files/content.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type ReceivedContent, receiveContent } from '../../../platform/files/receive-content.ts'
import type { Upload } from '../../../platform/files/upload.ts'

/** Runs work on the one document of a form, which exists only during the work. */
export async function withUpload<T>(
  { files }: Pick<Context, 'files'>,
  { uploads, field }: { readonly uploads: readonly Upload[]; readonly field: string },
  work: (document: ReceivedContent, upload: Upload) => Promise<T>,
): Promise<T> {
  const [upload, ...otherUploads] = uploads
  if (!upload) throw invalid(field, 'No file was submitted.', 'required')
  if (otherUploads.length > 0) throw invalid(field, 'Send one document at a time.')
  const bytes = bytesOf(files, upload.content)
  const document = await receiveContent(files, bytes, { maxBytes: upload.size })
  try {
    return await work(document, upload)
  } finally {
    await discardContent(files, document.content)
  }
}

async function* bytesOf(files: FileStore, content: Content): AsyncGenerator<Uint8Array> {
  if ('bytes' in content) yield content.bytes
  else yield* await files.read(content.path)
}
