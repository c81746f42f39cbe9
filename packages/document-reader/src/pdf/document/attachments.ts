import type { Attachment } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { readString, withKey } from '../pdfium/read-string.ts'

/** Attachments beyond these limits are not listed or not opened. */
const maxAttachments = 1000
const maxAttachmentBytes = 256 * 1024 * 1024

/** Lists the document's table of embedded files, in the table's order. */
export function listAttachments(pdfium: Pdfium, document: number): Attachment[] {
  const count = Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), maxAttachments)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
    return {
      name: readString(pdfium, pdfium.FPDFAttachment_GetName, [attachment]) || `${index + 1}`,
      mimeType: readMimeType(pdfium, attachment),
      size: readSize(pdfium, attachment),
    }
  })
}

/**
 * Returns the bytes of one attachment, by its index in the list. Throws `RangeError` when there is
 * none, and `ReadError` when it is broken or too large.
 */
export function readAttachment(pdfium: Pdfium, document: number, index: number): Uint8Array {
  const count = Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), maxAttachments)
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new RangeError(`There is no attachment ${index}; the document has ${count}.`)
  const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
  const size = attachment === 0 ? 0 : copyFile(pdfium, attachment, 0, 0)
  if (size === 0) return new Uint8Array()
  if (size > maxAttachmentBytes) throw tooLarge()
  const buffer = pdfium.malloc(size)
  if (buffer === 0) throw tooLarge()
  try {
    const copiedBytes = copyFile(pdfium, attachment, buffer, size)
    if (copiedBytes !== size) throw new ReadError('broken-file', 'The attachment is damaged.')
    return new Uint8Array(pdfium.memory.buffer, buffer, size).slice()
  } finally {
    pdfium.free(buffer)
  }
}

/** Returns the stated size: measuring would mean unpacking the file. */
function readSize(pdfium: Pdfium, attachment: number): number {
  if (attachment === 0) return 0
  const pointer = pdfium.malloc(4)
  if (pointer === 0) throw tooLarge()
  const isStated = withKey(pdfium, 'Size', (key) =>
    pdfium.EPDFAttachment_GetIntegerValue(attachment, key, pointer),
  )
  const [size = 0] = new Int32Array(pdfium.memory.buffer, pointer, 1)
  pdfium.free(pointer)
  return isStated === 1 && size > 0 ? size : copyFile(pdfium, attachment, 0, 0)
}

function tooLarge(): ReadError {
  return new ReadError('too-large', 'The attachment is too large to open.')
}

/** Returns the size of the file in bytes, and copies the file when the buffer is large enough. */
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
