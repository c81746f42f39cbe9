import { type Drawing, drawPdf, write } from './draw-pdf.ts'
import type { WrittenInvoice, WrittenLine } from './write-invoice.ts'

type Extra = {
  /** Files inside the document. */
  readonly attachments?: readonly (readonly [name: string, bytes: Uint8Array])[]
  /** A table of them below the text. */
  readonly lines?: readonly WrittenLine[] | undefined
  /** Draws something below the text. */
  readonly draw?: (drawing: Drawing) => void
}

const german = (date: string) => date.split('-').toReversed().join('.')
const formatAmount = (amount: string) => amount.replace('.', ',')

/** An invoice as a person reads it, as a PDF. */
export function drawInvoice(
  invoice: WrittenInvoice,
  { attachments = [], lines: rows = [], draw }: Extra = {},
): Promise<Uint8Array> {
  const lines = [
    invoice.seller,
    invoice.sellerCity,
    `VAT ID: ${invoice.sellerVat}`,
    '',
    `Bill to: ${invoice.buyer}`,
    '',
    `Invoice No: ${invoice.number}`,
    `Invoice date: ${german(invoice.date)}`,
    `Due date: ${german(invoice.due)}`,
    `Purchase order: ${invoice.order}`,
    '',
    `Net amount: ${formatAmount(invoice.net)} ${invoice.currency}`,
    `VAT amount: ${formatAmount(invoice.tax)} ${invoice.currency}`,
    `Total amount: ${formatAmount(invoice.total)} ${invoice.currency}`,
    '',
    `IBAN: ${invoice.iban.match(/.{1,4}/g)?.join(' ')}`,
    `BIC: ${invoice.bic}`,
    `Payment reference: ${invoice.reference}`,
  ]
  return drawPdf((d) => {
    for (const [index, line] of lines.entries())
      if (line !== '') write(d, line, 50, 60 + index * 18)
    if (rows.length > 0) drawLines(d, rows)
    draw?.(d)
    for (const [name, bytes] of attachments) d.file(Buffer.from(bytes), { name })
  })
}

const columns = [50, 230, 320, 420, 500]

function drawLines(d: Drawing, lines: readonly WrittenLine[]): void {
  const table = [
    ['Item', 'Quantity', 'Unit price', 'Per', 'Amount'],
    ...lines.map(({ name, quantity, price, base = '1', amount }) => [
      name,
      quantity,
      formatAmount(price),
      base,
      formatAmount(amount),
    ]),
  ]
  for (const [row, cells] of table.entries())
    for (const [index, cell] of cells.entries()) write(d, cell, columns[index] ?? 0, 420 + row * 18)
}
