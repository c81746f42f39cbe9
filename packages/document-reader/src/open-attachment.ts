import { nameOf } from '@recto/document-text/read-error'
import type { OpenedAttachment } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import type { Engines } from './engines.ts'
import type { FileOptions } from './inspect-document.ts'

export type AttachmentRequest = { readonly bytes: Uint8Array; readonly index: number }
/** A file inside a document. Throws `ReadError`, and `RangeError` when there is none in the given place. */
export async function openDocumentAttachment(
  { pdf, converter, maxBytes }: Engines,
  { bytes, index }: AttachmentRequest,
  { name, password, signal }: FileOptions,
): Promise<OpenedAttachment> {
  const file = checkInput({ bytes, maxBytes, name })
  if (file.type.kind !== 'pdf') return converter.openAttachment(file, index, signal)
  const pdfFile = { bytes: file.bytes, name, password }
  const attachment = await pdf.run('attachment', pdfFile, { index }, signal)
  if (attachment) return attachment
  throw new RangeError(`${nameOf(name)} has no attachment number ${index}, counted from 0.`)
}
