import type { Attachment } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { readString, withKey } from '../pdfium/read-string.ts'

/** Attachments beyond these limits are not listed or not opened. */
const maxAttachments = 1000
const maxAttachmentBytes = 256 * 1024 * 1024

/** An attachment, and whether its size was measured or only stated by the file. */
export type ListedAttachment = {
  readonly attachment: Attachment
  readonly isMeasured: boolean
}

/** Returns nothing for a size that is only stated. */
export function getMeasuredSize({ attachment, isMeasured }: ListedAttachment): number | undefined {
  return isMeasured ? attachment.size : undefined
}

/** Lists the document's table of embedded files, in the table's order. */
export function listAttachments(pdfium: Pdfium, document: number): ListedAttachment[] {
  const count = Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), maxAttachments)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
    const statedSize = readStatedSize(pdfium, attachment)
    return {
      attachment: {
        name: readString(pdfium, pdfium.FPDFAttachment_GetName, [attachment]) || `${index + 1}`,
        mimeType: readMimeType(pdfium, attachment),
        // Measuring means unpacking the file.
        size: statedSize || measureFile(pdfium, attachment),
      },
      isMeasured: statedSize === 0,
    }
  })
}

/**
 * Returns the bytes of one attachment, by its index in the list. A size that is measured already is
 * not measured again. Throws `RangeError` when there is none, and `ReadError` when it is broken or
 * too large.
 */
export function readAttachment(
  pdfium: Pdfium,
  document: number,
  { index, measuredSize }: { readonly index: number; readonly measuredSize?: number | undefined },
): Uint8Array {
  const count = Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), maxAttachments)
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new RangeError(`There is no attachment ${index}; the document has ${count}.`)
  const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
  const size = measuredSize ?? measureFile(pdfium, attachment)
  if (size === 0) return new Uint8Array()
  if (size > maxAttachmentBytes) throw tooLarge()
  const buffer = pdfium.malloc(size)
  if (buffer === 0) throw tooLarge()
  try {
    // PDFium fails for good when the buffer is smaller than the file, so a stated size will not do.
    const copiedBytes = copyFile(pdfium, attachment, buffer, size)
    if (copiedBytes !== size) throw new ReadError('broken-file', 'The attachment is damaged.')
    return new Uint8Array(pdfium.memory.buffer, buffer, size).slice()
  } finally {
    pdfium.free(buffer)
  }
}

/** Returns 0 for a size that is not stated or impossible. */
function readStatedSize(pdfium: Pdfium, attachment: number): number {
  if (attachment === 0) return 0
  const pointer = pdfium.malloc(4)
  if (pointer === 0) throw tooLarge()
  const isStated = withKey(pdfium, 'Size', (key) =>
    pdfium.EPDFAttachment_GetIntegerValue(attachment, key, pointer),
  )
  const [size = 0] = new Int32Array(pdfium.memory.buffer, pointer, 1)
  pdfium.free(pointer)
  return isStated === 1 && size > 0 ? size : 0
}

function measureFile(pdfium: Pdfium, attachment: number): number {
  return attachment === 0 ? 0 : copyFile(pdfium, attachment, 0, 0)
}

function tooLarge(): ReadError {
  return new ReadError('too-large', 'The attachment is too large to open.')
}

/** Returns the size of the file in bytes, and copies the file when there is a buffer. */
function copyFile(pdfium: Pdfium, attachment: number, buffer: number, length: number): number {
  const pointer = pdfium.malloc(4)
  if (pointer === 0) throw tooLarge()
  const isRead = pdfium.FPDFAttachment_GetFile(attachment, buffer, length, pointer) === 1
  const [size = 0] = new Uint32Array(pdfium.memory.buffer, pointer, 1)
  pdfium.free(pointer)
  return isRead ? size : 0
}

/** Returns the type that the file states, unless it is not a valid type. */
function readMimeType(pdfium: Pdfium, attachment: number): string {
  const statedType = readString(pdfium, pdfium.FPDFAttachment_GetSubtype, [attachment])
  return /^[\w.+-]+\/[\w.+-]+$/.test(statedType)
    ? statedType.toLowerCase()
    : 'application/octet-stream'
}
