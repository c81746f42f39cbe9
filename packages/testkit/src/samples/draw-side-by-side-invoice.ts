import { a4, drawPdf, type Pen, type TextStyle } from './draw-pdf.ts'
import {
  type InvoiceData,
  lineCents,
  totalsOf,
  writeDate,
  writeIban,
  writeMoney,
  writeNumber,
} from './invoice-data.ts'

const left = 52
const right = a4.width - 52
const accent = '#0f5257'
const quiet = '#6b7280'
const bold: TextStyle = { font: 'Helvetica-Bold' }

/** An invoice whose labels stand left of their values, with the header block at the top right. */
export function drawSideBySideInvoice(data: InvoiceData): Promise<Uint8Array> {
  return drawPdf({ title: `Invoice ${data.number}` }, (pen) => {
    drawSeller(pen, data)
    drawHeader(pen, data)
    drawCustomer(pen, data)
    const end = drawLines(pen, data)
    drawTotals(pen, data, end + 14)
    drawPayment(pen, data)
  })
}

function drawSeller(pen: Pen, { seller }: InvoiceData): void {
  pen.box([left, 50, 13, 34], accent)
  pen.box([left + 16, 61, 13, 23], '#d98e5f')
  pen.text(seller.name, left + 40, 51, { ...bold, size: 14, colour: accent })
  pen.text('Bespoke furniture and shopfitting', left + 40, 71, { size: 9, colour: quiet })
  const lines = [...seller.address, seller.email, seller.phone, `VAT reg. ${seller.taxId}`]
  lines.forEach((line, row) => {
    pen.text(line ?? '', left, 102 + row * 12.5, { size: 8.5, colour: '#4b5563' })
  })
}

function drawHeader(pen: Pen, data: InvoiceData): void {
  pen.text('INVOICE', right, 48, { ...bold, size: 24, align: 'right', colour: accent })
  const rows = [
    ['Invoice number', data.number],
    ['Issue date', writeDate(data.issuedOn, data.style)],
    ['Due date', writeDate(data.dueOn, data.style)],
    ['Currency', data.currency],
    ['Payment reference', data.paymentReference],
  ] as const
  rows.forEach(([label, value], row) => {
    const y = 102 + row * 16
    pen.text(label, 350, y, { colour: quiet })
    pen.text(value, right, y, { ...bold, align: 'right' })
    pen.rule([350, y + 12.5], right - 350, '#e5e7eb')
  })
}

function drawCustomer(pen: Pen, { customer }: InvoiceData): void {
  pen.text('Bill to', left, 216, { ...bold, size: 8, colour: accent })
  pen.text(customer.name, left, 230, { ...bold, size: 11 })
  const lines = [...customer.address, customer.email]
  lines.forEach((line, row) => {
    pen.text(line, left, 247 + row * 13)
  })
}

const columns = { description: left + 8, quantity: 330, price: 412, tax: 458, amount: right - 8 }

function drawLines(pen: Pen, data: InvoiceData): number {
  const top = 326
  const head: TextStyle = { ...bold, size: 8.5, colour: '#ffffff' }
  const headRight: TextStyle = { ...head, align: 'right' }
  pen.box([left, top, right - left, 22], accent)
  pen.text('Description', columns.description, top + 7, head)
  pen.text('Qty', columns.quantity, top + 7, headRight)
  pen.text('Unit price', columns.price, top + 7, headRight)
  pen.text('VAT', columns.tax, top + 7, headRight)
  pen.text('Amount', columns.amount, top + 7, headRight)

  const end = { align: 'right' } as const
  data.lines.forEach((line, row) => {
    const y = top + 22 + row * 24
    if (row % 2 === 1) pen.box([left, y, right - left, 24], '#f3f6f6')
    pen.text(line.description, columns.description, y + 8)
    pen.text(String(line.quantity), columns.quantity, y + 8, end)
    pen.text(writeNumber(line.unitPriceCents, data.style), columns.price, y + 8, end)
    pen.text(`${data.taxPercent}%`, columns.tax, y + 8, end)
    pen.text(writeNumber(lineCents(line), data.style), columns.amount, y + 8, end)
  })
  const bottom = top + 22 + data.lines.length * 24
  pen.rule([left, bottom], right - left, accent)
  return bottom
}

function drawTotals(pen: Pen, data: InvoiceData, top: number): void {
  const { subtotalCents, taxCents, totalCents } = totalsOf(data)
  const rows = [
    ['Subtotal', subtotalCents],
    [`VAT (${data.taxPercent}%)`, taxCents],
  ] as const
  rows.forEach(([label, cents], row) => {
    pen.text(label, 372, top + row * 17, { colour: quiet })
    pen.text(writeMoney(cents, data), columns.amount, top + row * 17, { align: 'right' })
  })
  pen.box([360, top + 36, right - 360, 28], accent)
  const loud: TextStyle = { ...bold, size: 11, colour: '#ffffff' }
  pen.text('Total due', 372, top + 45, loud)
  pen.text(writeMoney(totalCents, data), columns.amount, top + 45, { ...loud, align: 'right' })
}

function drawPayment(pen: Pen, { bank, paymentReference }: InvoiceData): void {
  pen.rule([left, 690], right - left)
  pen.text('How to pay', left, 702, { ...bold, size: 10, colour: accent })
  const rows = [
    ['Bank', bank.name],
    ['IBAN', writeIban(bank.iban)],
    ['BIC', bank.bic],
    ['Reference', paymentReference],
  ] as const
  rows.forEach(([label, value], row) => {
    pen.text(label, left, 721 + row * 14, { colour: quiet })
    pen.text(value, left + 70, 721 + row * 14)
  })
  const thanks =
    'Please pay by bank transfer within 30 days and quote the payment reference. Thank you for your business.'
  pen.text(thanks, 350, 721, { width: right - 350, colour: quiet, lineGap: 2 })
}
