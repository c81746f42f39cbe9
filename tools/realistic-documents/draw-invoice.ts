import {
  lineCents,
  totalsOf,
  writeDate,
  writeIban,
  writeMoney,
  writeNumber,
} from '@recto/testkit/samples/invoice-data'
import type { RealisticInvoice } from './companies.ts'
import { type Labels, labelsOf } from './labels.ts'
import type { Canvas, PrintArea } from './pdf-template.ts'

export type InvoiceLook = {
  readonly accent: string
  /** Position of the labels of the number and the dates. */
  readonly labels: 'beside' | 'above'
  readonly table: 'ruled' | 'unruled'
  readonly drawLogo: (canvas: Canvas, box: PrintArea) => void
  /** Method of drawing the payment code, if there is one. */
  readonly code?: 'image' | 'paths'
  /** Paragraphs of small print after the totals. */
  readonly terms?: readonly string[]
}

const left = 50
const right = 545
const bottom = 760
const logoBox: PrintArea = [left, 40, 200, 40]
const quiet = '#4b5563'
const rowHeight = 17
/** Room for the totals and the payment. */
const totalsHeight = 150

/** Values that the parts of a page share. */
type Drawing = {
  readonly canvas: Canvas
  readonly invoice: RealisticInvoice
  readonly look: InvoiceLook
  readonly labels: Labels
  readonly pages: { count: number }
}

/** Draws an invoice on as many pages as its lines and its small print need. */
export function drawInvoice(canvas: Canvas, invoice: RealisticInvoice, look: InvoiceLook): void {
  const labels = labelsOf[invoice.language]
  const drawing: Drawing = { canvas, invoice, look, labels, pages: { count: 1 } }
  drawHead(drawing)
  drawFooter(drawing)
  let y = drawLines(drawing, 290)
  if (y + totalsHeight > bottom) y = startPage(drawing)
  y = drawTotals(drawing, y + 12)
  drawTerms(drawing, y + 20)
}

function drawHead(drawing: Drawing): void {
  const { canvas, invoice, look, labels } = drawing
  look.drawLogo(canvas, logoBox)
  canvas.text(labels.title, right, 44, {
    size: 20,
    isBold: true,
    align: 'right',
    colour: look.accent,
  })
  const sender = [invoice.seller.name, ...invoice.seller.address.slice(0, 2)].join(' · ')
  canvas.text(sender, left, 96, { size: 7, colour: quiet })
  canvas.text(labels.customer, left, 118, { size: 8, colour: quiet })
  const recipient = [invoice.customer.name, ...invoice.customer.address]
  for (const [row, text] of recipient.entries())
    canvas.text(text, left, 132 + row * 13, { size: 10, isBold: row === 0 })
  if (look.labels === 'beside') drawFactsBeside(drawing)
  else drawFactsAbove(drawing)
}

const datesOf = ({ invoice, labels }: Drawing) =>
  [
    [labels.issuedOn, writeDate(invoice.issuedOn, invoice.style)],
    [labels.dueOn, writeDate(invoice.dueOn, invoice.style)],
  ] as const

function drawFactsBeside(drawing: Drawing): void {
  const { canvas, invoice, labels } = drawing
  canvas.text(labels.number, 350, 118, { colour: quiet })
  canvas.numberedText(invoice.number, right, 118, { align: 'right' })
  for (const [row, [label, value]] of datesOf(drawing).entries()) {
    canvas.text(label, 350, 134 + row * 16, { colour: quiet })
    canvas.text(value, right, 134 + row * 16, { align: 'right' })
  }
  if (invoice.seller.taxId) canvas.text(invoice.seller.taxId, right, 170, { align: 'right' })
}

function drawFactsAbove(drawing: Drawing): void {
  const { canvas, invoice, labels, look } = drawing
  canvas.frame(left, 222, right - left, 34)
  canvas.text(labels.number, left + 8, 227, { size: 7.5, colour: look.accent })
  canvas.numberedText(invoice.number, left + 8, 240, { size: 10 })
  for (const [column, [label, value]] of datesOf(drawing).entries()) {
    const x = left + 178 + column * 165
    canvas.text(label, x, 227, { size: 7.5, colour: look.accent })
    canvas.text(value, x, 240, { size: 10 })
  }
}

const columns = { description: left + 6, quantity: 345, price: 440, amount: right - 6 }

function drawColumnTitles({ canvas, look, labels }: Drawing, y: number): void {
  const ink = { size: 8.5, isBold: true, colour: look.accent }
  canvas.text(labels.description, columns.description, y, ink)
  canvas.text(labels.quantity, columns.quantity, y, { ...ink, align: 'right' })
  canvas.text(labels.price, columns.price, y, { ...ink, align: 'right' })
  canvas.text(labels.amount, columns.amount, y, { ...ink, align: 'right' })
  canvas.rule(left, y + 13, right - left)
}

/** Returns where the lines end. */
function drawLines(drawing: Drawing, start: number): number {
  const { canvas, invoice, look } = drawing
  drawColumnTitles(drawing, start)
  let y = start + rowHeight
  for (const line of invoice.lines) {
    if (y + rowHeight > bottom) {
      y = startPage(drawing)
      drawColumnTitles(drawing, y)
      y += rowHeight
    }
    canvas.text(line.description, columns.description, y)
    const amounts = [
      [String(line.quantity), columns.quantity],
      [writeNumber(line.unitPriceCents, invoice.style), columns.price],
      [writeNumber(lineCents(line), invoice.style), columns.amount],
    ] as const
    for (const [text, x] of amounts) canvas.text(text, x, y, { align: 'right' })
    if (look.table === 'ruled') drawCells(canvas, y)
    y += rowHeight
  }
  return y
}

function drawCells(canvas: Canvas, y: number): void {
  const edges = [left, 290, columns.quantity + 8, columns.price + 8, right]
  for (const [index, edge] of edges.slice(0, -1).entries())
    canvas.frame(edge, y - 4, edges[index + 1]! - edge, rowHeight)
}

/** Starts a page with its short head, and returns where its content begins. */
function startPage(drawing: Drawing): number {
  const { canvas, invoice, labels, pages } = drawing
  canvas.addPage()
  pages.count += 1
  canvas.text(invoice.seller.name, left, 44, { size: 10, isBold: true })
  canvas.numberedText(`${labels.title} ${invoice.number}`, right, 44, { align: 'right' })
  drawFooter(drawing)
  return 72
}

function drawFooter({ canvas, invoice, labels, pages }: Drawing): void {
  const { seller, bank } = invoice
  const ink = { size: 7.5, colour: quiet }
  canvas.rule(left, 785, right - left)
  canvas.text(`${seller.name} · ${seller.address.join(', ')}`, left, 792, ink)
  canvas.text(`${bank.name} · IBAN ${writeIban(bank.iban)} · BIC ${bank.bic}`, left, 803, ink)
  canvas.text(`${labels.page} ${pages.count}`, right, 803, { ...ink, align: 'right' })
}

/** Returns where the totals and the payment end. */
function drawTotals({ canvas, invoice, look, labels }: Drawing, y: number): number {
  const { subtotalCents, taxCents, totalCents } = totalsOf(invoice)
  const rows = [
    [labels.net, subtotalCents],
    [`${labels.tax} ${invoice.taxPercent}%`, taxCents],
    [labels.total, totalCents],
  ] as const
  for (const [row, [label, cents]] of rows.entries()) {
    const ink = { isBold: row === 2, size: row === 2 ? 11 : 9 }
    canvas.text(label, 360, y + row * 17, ink)
    canvas.text(writeMoney(cents, invoice), columns.amount, y + row * 17, {
      ...ink,
      align: 'right',
    })
  }
  const box: PrintArea = [left, y, 96, 96]
  if (look.code === 'image') canvas.codeAsImage(box)
  if (look.code === 'paths') canvas.codeAsPaths(box)
  const textLeft = look.code ? left + 110 : left
  canvas.text(labels.pay, textLeft, y + 62, { isBold: true })
  canvas.text(`IBAN ${writeIban(invoice.bank.iban)}`, textLeft, y + 76)
  canvas.text(invoice.seller.email, textLeft, y + 90, { colour: quiet })
  return y + 104
}

function drawTerms(drawing: Drawing, start: number): void {
  let y = start
  for (const text of drawing.look.terms ?? []) {
    if (y + 70 > bottom) y = startPage(drawing)
    y = drawing.canvas.paragraph(text, [left, y, right - left]) + 6
  }
}
