/**
 * Twelve kinds of documents as customers send them. Each kind has any number of copies, which differ in the number
 * that they print; the same number always gives the same bytes. Companies and people are invented.
 */
import { encodeQr, epcOf } from '@recto/document-reader/testing/draw-code'
import type { Question } from '@recto/provider-spec/answer'
import { totalsOf } from '@recto/testkit/samples/invoice-data'
import sharp from 'sharp'
import { photographSlip } from '../samples/scans.ts'
import { invoiceOf, issuers, type RealisticInvoice } from './companies.ts'
import { drawInvoice, type InvoiceLook } from './draw-invoice.ts'
import { drawVectorLogo, letterheadJpeg, maskedPng } from './logos.ts'
import { writeMailInvoice, writeSheetInvoice, writeWordInvoice } from './office-invoices.ts'
import { drawTemplate, numberMark } from './pdf-template.ts'
import { termsOf } from './terms.ts'

/** The questions about every document, one model call each. */
export const documentFields: readonly Question[] = [
  { key: 'invoice_number', prompt: 'What is the invoice number?', type: 'text' },
  { key: 'invoice_date', prompt: 'What is the invoice date?', type: 'date' },
  { key: 'total', prompt: 'What is the total amount?', type: 'number' },
]

/** The right values of a document. */
type RealisticValues = {
  readonly invoice_number: string
  /** ISO 8601. */
  readonly invoice_date: string
  readonly total: number
}

export type RealisticKind = {
  readonly name: string
  readonly extension: 'pdf' | 'docx' | 'xlsx' | 'eml' | 'jpg'
  readonly mediaType: string
  /** Number of pages of a PDF. */
  readonly pages?: number
  readonly valuesOf: (digits: string) => RealisticValues
  /** Makes the copy with a number of seven digits. */
  readonly write: (digits: string) => Promise<Uint8Array>
}

type PdfPlan = {
  readonly name: string
  readonly pages: number
  readonly invoice: RealisticInvoice
  readonly look: InvoiceLook
}

const receiptTotal = 31.75

const photographKind: RealisticKind = {
  name: 'photograph of a receipt',
  extension: 'jpg',
  mediaType: 'image/jpeg',
  valuesOf: (digits) => ({
    invoice_number: digits,
    invoice_date: '2026-03-21',
    total: receiptTotal,
  }),
  async write(digits) {
    const lines = [
      ['QUAY HARDWARE LTD', ''],
      ['4 Quay Street, Hull', ''],
      [`Invoice number: ${digits}`, ''],
      ['Invoice date: 2026-03-21', ''],
      ['', ''],
      ['2 x Paint brush', '9.00'],
      ['1 x Wood glue', '6.80'],
      ['4 x Hinge, brass', '11.20'],
      ['1 x Sandpaper set', '4.75'],
      ['', ''],
      ['SUBTOTAL', '26.46'],
      ['VAT 20%', '5.29'],
      ['TOTAL GBP', receiptTotal.toFixed(2)],
      ['', ''],
      ['Thank you, come again', ''],
    ] as const
    const { pixels, width, height } = await photographSlip(lines, { dpi: 150, noise: 10 })
    const jpeg = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg({ quality: 80 })
      .toBuffer()
    return new Uint8Array(jpeg)
  },
}

let kinds: Promise<readonly RealisticKind[]> | undefined

/** Prepares the twelve kinds, once for each process: this takes about a second. */
export function openRealisticKinds(): Promise<readonly RealisticKind[]> {
  kinds ??= prepareKinds()
  return kinds
}

async function prepareKinds(): Promise<readonly RealisticKind[]> {
  const plans = await planPdfs()
  const pdfs = await Promise.all(plans.map(pdfKind))
  const emblem = await maskedPng([46, 92, 138])
  const wordInvoice = invoiceOf(issuers.bakery, 9)
  const sheetInvoice = invoiceOf(issuers.flowers, 14)
  const mailInvoice = invoiceOf(issuers.printer, 4)
  const office = [
    officeKind('Word document', 'docx', wordInvoice, (invoice) =>
      writeWordInvoice(invoice, emblem),
    ),
    officeKind('spreadsheet', 'xlsx', sheetInvoice, writeSheetInvoice),
    officeKind('mail', 'eml', mailInvoice, (invoice) => writeMailInvoice(invoice, emblem)),
  ]
  return [...pdfs, ...office, photographKind]
}

async function planPdfs(): Promise<readonly PdfPlan[]> {
  const letterhead = await letterheadJpeg(
    ['HARROW BAKEHOUSE', 'Flour, yeast and salt for bakers', '3 Kiln Lane, Leeds LS9 8AB'],
    [128, 64, 16],
  )
  const northline = await letterheadJpeg(
    ['NORTHLINE', 'Telephone and internet for business', 'Help: 0800 496 0123'],
    [12, 74, 110],
  )
  const emblem = await maskedPng([150, 40, 60])
  const withImage =
    (file: Buffer, width: number): InvoiceLook['drawLogo'] =>
    (canvas, [x, y, , height]) =>
      canvas.image(file, [x, y, width, height])
  const withCurves =
    (colour: string): InvoiceLook['drawLogo'] =>
    (canvas, [x, y, , height]) =>
      drawVectorLogo(canvas, [x, y, 90, height], colour)
  const { bakery, metalworks, printer, flowers, telephone } = issuers
  return [
    {
      name: 'JPEG letterhead, unruled table',
      pages: 1,
      invoice: invoiceOf(bakery, 6),
      look: {
        accent: '#7c3f10',
        labels: 'beside',
        table: 'unruled',
        drawLogo: withImage(letterhead, 200),
      },
    },
    {
      name: 'PNG logo with mask, ruled table',
      pages: 1,
      invoice: invoiceOf(printer, 8),
      look: { accent: '#96283c', labels: 'above', table: 'ruled', drawLogo: withImage(emblem, 40) },
    },
    {
      name: 'vector logo, unruled table',
      pages: 1,
      invoice: invoiceOf(flowers, 7),
      look: {
        accent: '#1f6f4a',
        labels: 'beside',
        table: 'unruled',
        drawLogo: withCurves('#1f6f4a'),
      },
    },
    {
      name: 'payment code as an image',
      pages: 1,
      invoice: invoiceOf(metalworks, 5),
      look: {
        accent: '#243b6b',
        labels: 'beside',
        table: 'ruled',
        drawLogo: withImage(emblem, 40),
        code: 'image',
      },
    },
    {
      name: 'payment code as paths',
      pages: 1,
      invoice: invoiceOf(metalworks, 12),
      look: {
        accent: '#243b6b',
        labels: 'above',
        table: 'unruled',
        drawLogo: withCurves('#243b6b'),
        code: 'paths',
      },
    },
    {
      name: 'two pages, ruled table',
      pages: 2,
      invoice: invoiceOf(bakery, 44),
      look: {
        accent: '#7c3f10',
        labels: 'above',
        table: 'ruled',
        drawLogo: withImage(letterhead, 200),
      },
    },
    {
      name: 'three pages with small print',
      pages: 3,
      invoice: invoiceOf(flowers, 18),
      look: {
        accent: '#1f6f4a',
        labels: 'beside',
        table: 'unruled',
        drawLogo: withImage(emblem, 40),
        terms: termsOf(30),
      },
    },
    {
      name: 'four pages of calls',
      pages: 4,
      invoice: invoiceOf(telephone, 128),
      look: {
        accent: '#0c4a6e',
        labels: 'beside',
        table: 'unruled',
        drawLogo: withImage(northline, 200),
      },
    },
  ]
}

const withNumber = (invoice: RealisticInvoice, digits: string): RealisticInvoice => ({
  ...invoice,
  number: invoice.number.replace(numberMark, digits),
  paymentReference: invoice.paymentReference.replace(numberMark, digits),
})

const valuesOf = (invoice: RealisticInvoice): RealisticValues => ({
  invoice_number: invoice.number,
  invoice_date: invoice.issuedOn,
  total: totalsOf(invoice).totalCents / 100,
})

async function pdfKind({ name, pages, invoice, look }: PdfPlan): Promise<RealisticKind> {
  const write = await drawTemplate({
    draw: (canvas) => drawInvoice(canvas, invoice, look),
    codeOf: look.code && ((digits) => encodeQr(paymentOf(withNumber(invoice, digits)))),
  })
  return {
    name,
    pages,
    extension: 'pdf',
    mediaType: 'application/pdf',
    valuesOf: (digits) => valuesOf(withNumber(invoice, digits)),
    write,
  }
}

const paymentOf = (invoice: RealisticInvoice): string =>
  epcOf({
    bic: invoice.bank.bic,
    seller: invoice.seller.name,
    iban: invoice.bank.iban,
    total: (totalsOf(invoice).totalCents / 100).toFixed(2),
    reference: invoice.paymentReference,
  })

const mediaTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  eml: 'message/rfc822',
}

const officeKind = (
  name: string,
  extension: keyof typeof mediaTypes,
  invoice: RealisticInvoice,
  write: (invoice: RealisticInvoice) => Uint8Array,
): RealisticKind => ({
  name,
  extension,
  mediaType: mediaTypes[extension],
  valuesOf: (digits) => valuesOf(withNumber(invoice, digits)),
  write: async (digits) => write(withNumber(invoice, digits)),
})
