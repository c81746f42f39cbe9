import { a4, drawPdf, type Pen, type TextStyle } from './draw-pdf.ts'
import {
  type InvoiceData,
  lineCents,
  type Party,
  totalsOf,
  writeDate,
  writeIban,
  writeMoney,
  writeNumber,
} from './invoice-data.ts'

const left = 48
const right = a4.width - 48
const accent = '#1e2a4a'
const warm = '#c2410c'
const quiet = '#64748b'
const label: TextStyle = { font: 'Helvetica-Bold', size: 7.5, colour: quiet }
const value: TextStyle = { font: 'Helvetica-Bold', size: 11, colour: accent }

type Cell = readonly [label: string, value: string]

/** An invoice whose labels stand above their values, under a band across the page. */
export function drawStackedInvoice(data: InvoiceData): Promise<Uint8Array> {
  return drawPdf({ title: `Invoice ${data.number}` }, (pen) => {
    drawBand(pen, data)
    drawCells(pen, headerCells(data), 132)
    pen.rule([left, 172], right - left)
    drawParty(pen, 'From', data.seller, left)
    drawParty(pen, 'Billed to', data.customer, 310)
    const end = drawLines(pen, data)
    drawTotals(pen, data, end + 12)
    drawPayment(pen, data)
  })
}

function drawBand(pen: Pen, { seller }: InvoiceData): void {
  pen.box([0, 0, a4.width, 96], accent)
  pen.box([0, 96, a4.width, 5], warm)
  pen.text(seller.name, left, 34, { font: 'Helvetica-Bold', size: 18, colour: '#ffffff' })
  pen.text('Lighting design and manufacture', left, 58, { size: 9.5, colour: '#cbd5e1' })
  pen.text('Invoice', right, 36, { size: 22, colour: '#ffffff', align: 'right' })
}

function headerCells(data: InvoiceData): readonly Cell[] {
  return [
    ['INVOICE NO.', data.number],
    ['DATE OF ISSUE', writeDate(data.issuedOn, data.style)],
    ['PAYMENT DUE', writeDate(data.dueOn, data.style)],
    ['AMOUNT DUE', writeMoney(totalsOf(data).totalCents, data)],
  ]
}

function drawCells(pen: Pen, cells: readonly Cell[], y: number): void {
  const width = (right - left) / cells.length
  cells.forEach(([name, cellText], index) => {
    pen.text(name, left + index * width, y, label)
    pen.text(cellText, left + index * width, y + 13, value)
  })
}

function drawParty(pen: Pen, title: string, party: Party, x: number): void {
  pen.text(title.toUpperCase(), x, 190, label)
  pen.text(party.name, x, 204, { ...value, size: 10.5 })
  const taxId = party.taxId && `VAT ID ${party.taxId}`
  const lines = [...party.address, party.email, party.phone, taxId].filter((line) => line)
  lines.forEach((line, row) => {
    pen.text(line ?? '', x, 221 + row * 13, { colour: '#334155' })
  })
}

const columns = { position: left, description: left + 34, quantity: 358, price: 448, amount: right }

function drawLines(pen: Pen, data: InvoiceData): number {
  const top = 330
  const end: TextStyle = { align: 'right' }
  pen.text('POS.', columns.position, top, label)
  pen.text('DESCRIPTION', columns.description, top, label)
  pen.text('QUANTITY', columns.quantity, top, { ...label, ...end })
  pen.text(`UNIT PRICE ${data.currency}`, columns.price, top, { ...label, ...end })
  pen.text(`NET ${data.currency}`, columns.amount, top, { ...label, ...end })
  pen.rule([left, top + 14], right - left, accent)

  data.lines.forEach((line, row) => {
    const y = top + 23 + row * 26
    pen.text(String(row + 1), columns.position, y, { colour: quiet })
    pen.text(line.description, columns.description, y)
    pen.text(String(line.quantity), columns.quantity, y, end)
    pen.text(writeNumber(line.unitPriceCents, data.style), columns.price, y, end)
    pen.text(writeNumber(lineCents(line), data.style), columns.amount, y, end)
    pen.rule([left, y + 16], right - left, '#e2e8f0')
  })
  return top + 23 + data.lines.length * 26
}

function drawTotals(pen: Pen, data: InvoiceData, top: number): void {
  const { subtotalCents, taxCents, totalCents } = totalsOf(data)
  const rows = [
    ['Net amount', subtotalCents],
    [`VAT ${data.taxPercent} %`, taxCents],
  ] as const
  rows.forEach(([name, cents], row) => {
    pen.text(name, 368, top + row * 17, { colour: quiet })
    pen.text(writeMoney(cents, data), right, top + row * 17, { align: 'right' })
  })
  pen.rule([368, top + 36], right - 368, warm)
  const loud: TextStyle = { font: 'Helvetica-Bold', size: 12, colour: warm }
  pen.text('Total', 368, top + 44, loud)
  pen.text(writeMoney(totalCents, data), right, top + 44, { ...loud, align: 'right' })
}

function drawPayment(pen: Pen, { bank, paymentReference, seller }: InvoiceData): void {
  pen.box([0, 706, a4.width, a4.height - 706], '#f1f5f9')
  const cells: readonly (readonly [Cell, number])[] = [
    [['BANK', bank.name], left],
    [['IBAN', writeIban(bank.iban)], left + 128],
    [['BIC', bank.bic], left + 298],
    [['PAYMENT REFERENCE', paymentReference], left + 386],
  ]
  for (const [[name, cellText], x] of cells) {
    pen.text(name, x, 726, label)
    pen.text(cellText, x, 739, { ...value, size: 9.5 })
  }
  const terms = `Payable net within 30 days without deduction. Questions: ${seller.email}`
  pen.text(terms, left, 782, { size: 8.5, colour: quiet })
}
