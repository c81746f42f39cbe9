import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import { isCodePage } from '../embedded/codes/code-pages.ts'
import { type CodePicture, readCodes } from '../embedded/codes/read-codes.ts'
import { readAttachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { readSignatures } from '../embedded/signatures/read-signatures.ts'
import type { SignedPart } from '../embedded/signatures/signed-part.ts'
import { xfaData } from '../embedded/xfa-data.ts'
import type { CodeCaches } from './codes/code-caches.ts'
import { drawCodeParts } from './codes/draw-code-parts.ts'
import {
  getMeasuredSize,
  type ListedAttachment,
  listAttachments,
  readAttachment,
} from './document/attachments.ts'
import { countPdfPages, type PdfFile, withPdf } from './document/open-pdf.ts'
import { listSignedParts } from './document/signed-parts.ts'
import { listXfaPackets } from './document/xfa-packets.ts'
import { type EmbeddedPart, joinParts, maxFields } from './embedded-parts.ts'
import { readFormFields } from './form-fields.ts'
import { withPage } from './pdfium/loaded-pages.ts'
import type { OpenDocument, Pdfium } from './pdfium/pdfium.ts'
import { getPageFrame } from './read-page.ts'

export type EmbeddedOrder = {
  /** Certificates, in PEM, whose signatures are trusted. */
  readonly trustedCertificates: string
  /** See `ReadOptions`. */
  readonly cacheScope: string | undefined
}

/** Data found in an open document; it is decoded and checked once the document is closed. */
export type EmbeddedCandidates = {
  readonly fields: readonly EmbeddedValue[]
  readonly pictures: readonly CodePicture[]
  /** Absent until the last page was searched. */
  readonly ofDocument: DocumentCandidates | undefined
}

type DocumentCandidates = {
  readonly invoices: readonly EmbeddedData[]
  readonly xfa: EmbeddedData
  readonly signed: readonly SignedPart[]
}

/** Looks for machine-readable data while the pages of a document are read, in order. */
export type EmbeddedSearch = {
  /** Searches a page, zero-based; pages on which nothing is looked for are not loaded. */
  visit(number: number): void
  /** Returns what the pages have; with the attachments of the document, searches the document itself too. */
  finish(attachments: readonly ListedAttachment[] | undefined): EmbeddedCandidates
}

export function openEmbeddedSearch(
  open: OpenDocument,
  total: number,
  caches: CodeCaches,
): EmbeddedSearch {
  const fields: EmbeddedValue[] = []
  const pictures: CodePicture[] = []
  return {
    visit(number) {
      if (isCodePage(number, total)) pictures.push(...drawPartsOfPage(open, number, caches))
      fields.push(...readFormFields(open, number, maxFields + 1 - fields.length))
    },
    finish: (attachments) => ({
      fields,
      pictures,
      ofDocument: attachments && searchDocument(open, attachments),
    }),
  }
}

function searchDocument(
  open: OpenDocument,
  attachments: readonly ListedAttachment[],
): DocumentCandidates {
  return {
    invoices: readInvoicesIn(open, attachments),
    xfa: xfaData(listXfaPackets(open.pdfium, open.document)),
    signed: listSignedParts(open.pdfium, open.document),
  }
}

/** Draws the parts of a page that may be codes; none of a page that does not load. */
function drawPartsOfPage(
  open: OpenDocument,
  number: number,
  { suspects }: CodeCaches,
): readonly CodePicture[] {
  const pictures = withPage(open, number, (page) => {
    const frame = getPageFrame(open.pdfium, page, open.scratch)
    return drawCodeParts({ ...open, page, number, frame }, suspects)
  })
  return pictures ?? []
}

/** Decodes the codes and checks the signatures that were found in a file. */
export async function completeEmbedded(
  file: PdfFile,
  { fields, pictures, ofDocument }: EmbeddedCandidates,
  { trustedCertificates, caches }: EmbeddedOrder & { readonly caches: CodeCaches },
): Promise<EmbeddedPart> {
  const codes = await readCodes(pictures, caches.codes)
  if (!ofDocument) return { fields, codes, ofDocument: undefined }
  const { invoices, xfa, signed } = ofDocument
  const signatures = await readSignatures({ file: file.bytes, parts: signed }, trustedCertificates)
  return { fields, codes, ofDocument: { invoices, xfa, signatures } }
}

/**
 * Reads the machine-readable data of a PDF: invoices, form fields, signatures and codes. Throws
 * `ReadError`.
 */
export async function readEmbeddedInPdf(
  pdfium: Pdfium,
  file: PdfFile,
  order: EmbeddedOrder,
  caches: CodeCaches,
): Promise<EmbeddedData> {
  const candidates = withPdf(pdfium, file, (open) => {
    const total = countPdfPages(open, file.name)
    const search = openEmbeddedSearch(open, total, caches)
    for (let number = 0; number < total; number++) search.visit(number)
    return search.finish(listAttachments(pdfium, open.document))
  })
  return joinParts([await completeEmbedded(file, candidates, { ...order, caches })])
}

function readInvoicesIn(
  { pdfium, document }: OpenDocument,
  attachments: readonly ListedAttachment[],
): readonly EmbeddedData[] {
  return readAttachedInvoices(
    attachments.map((entry, index) => ({
      name: entry.attachment.name,
      size: entry.attachment.size,
      open: () => readAttachment(pdfium, document, { index, measuredSize: getMeasuredSize(entry) }),
    })),
  )
}
