import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import { type CodePicture, readCodes } from '../embedded/codes/read-codes.ts'
import { readAttachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { joinData } from '../embedded/join-data.ts'
import { readSignatures } from '../embedded/signatures/read-signatures.ts'
import type { SignedPart } from '../embedded/signatures/signed-part.ts'
import { xfaData } from '../embedded/xfa-data.ts'
import type { CodeCaches } from './codes/code-caches.ts'
import { drawCodeParts } from './codes/draw-code-parts.ts'
import { isCodePage } from './codes/find-code-places.ts'
import { listAttachments, readAttachment } from './document/attachments.ts'
import { countPdfPages, type PdfFile, withPdf } from './document/open-pdf.ts'
import { listSignedParts } from './document/signed-parts.ts'
import { listXfaPackets } from './document/xfa-packets.ts'
import { maxFields, readFormFields, toFormData } from './form-fields.ts'
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
  readonly parts: readonly EmbeddedData[]
  readonly pictures: readonly CodePicture[]
  readonly signed: readonly SignedPart[]
}

/** Looks for machine-readable data while the pages of a document are read, in order. */
export type EmbeddedSearch = {
  /** Searches a page, zero-based; pages on which nothing is looked for are not loaded. */
  visit(number: number): void
  /** Searches the document itself. */
  finish(): EmbeddedCandidates
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
    finish: () => ({
      parts: [...readInvoicesIn(open), addXfaFields(open, toFormData(fields))],
      pictures,
      signed: listSignedParts(open.pdfium, open.document),
    }),
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
  { parts, pictures, signed }: EmbeddedCandidates,
  { trustedCertificates, caches }: EmbeddedOrder & { readonly caches: CodeCaches },
): Promise<EmbeddedData> {
  const signatures = await readSignatures({ file: file.bytes, parts: signed }, trustedCertificates)
  return joinData([...parts, signatures, await readCodes(pictures, caches.codes)])
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
    return search.finish()
  })
  return completeEmbedded(file, candidates, { ...order, caches })
}

/** Adds the fields of XFA data that the form does not have. */
function addXfaFields(open: OpenDocument, formFields: EmbeddedData): EmbeddedData {
  const xfa = xfaData(listXfaPackets(open.pdfium, open.document))
  const names = new Set(formFields.values.map((value) => getLastName(value)))
  const values = xfa.values.filter((value) => !names.has(getLastName(value)))
  return {
    values: [...formFields.values, ...values],
    problems: [...formFields.problems, ...xfa.problems],
  }
}

/** Returns `name` for `form1[0].buyer[0].name[0]`. */
const getLastName = ({ name }: { readonly name: string }) =>
  name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')

function readInvoicesIn({ pdfium, document }: OpenDocument): readonly EmbeddedData[] {
  return readAttachedInvoices(
    listAttachments(pdfium, document).map(({ name, size }, index) => ({
      name,
      size,
      open: () => readAttachment(pdfium, document, index),
    })),
  )
}
