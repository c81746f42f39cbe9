import type { EmbeddedData } from '@recto/document-text/embedded'
import { ReadError } from '@recto/document-text/read-error'
import { readInvoice } from './read-invoice.ts'

/** A file inside the document, opened only where it may be an invoice. */
type AttachedFile = { readonly name: string; readonly size: number; open(): Uint8Array }

/** No document has so many, nor so much in them, for the sake of its invoice. */
const maxLookedInto = 50
const maxBytesLookedInto = 100 * 1024 * 1024
const maxNameLength = 255

/** Reads the e-invoices among the files inside a document. A file that cannot be opened is skipped. */
export function readAttachedInvoices(
  attachments: readonly AttachedFile[],
): readonly EmbeddedData[] {
  let bytesLeft = maxBytesLookedInto
  return attachments.slice(0, maxLookedInto).flatMap(({ name, size, open }) => {
    if (size > bytesLeft) return []
    const bytes = openOr(open)
    if (!bytes) return []
    bytesLeft -= bytes.length
    return readInvoice(bytes, { attachment: toDisplayName(name) }) ?? []
  })
}

function openOr(open: () => Uint8Array): Uint8Array | undefined {
  try {
    return open()
  } catch (error) {
    // Who wants the attachment itself is told why it cannot be opened.
    if (error instanceof ReadError) return undefined
    throw error
  }
}

/** A name is shown and never used as a path; control characters in it would only confuse. */
const toDisplayName = (name: string) =>
  name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
