import {
  columnPairs,
  headedPairs,
  inlinePairs,
  lines,
  runningPairs,
  stackedPairs,
  table,
} from '../blocks.ts'
import type { InvoiceContent } from '../content/invoice.ts'
import { deliveryBlock } from '../delivery-block.ts'
import { addressLines } from '../facts.ts'
import type { Layout } from '../layout.ts'
import { a4, type Sheet } from '../sheet.ts'

const items = { shares: [5, 1.2, 1.6, 1.6], words: [0] }

/** Draws the seller at the top left, the numbers in two columns at the right, totals below the last column. */
function classic(sheet: Sheet, content: InvoiceContent): void {
  sheet.text(content.seller.name, 50, 45, { size: 14, isBold: true })
  lines(sheet, [content.seller.street, content.seller.place], { x: 50, y: 64 })
  sheet.text(content.title, 545, 45, { size: 20, isBold: true, align: 'right' })
  const left = lines(sheet, [content.billTo], { x: 50, y: 120 }, { isBold: true })
  const addressBottom = lines(sheet, addressLines(content.buyer), { x: 50, y: left })
  const details = inlinePairs(sheet, content.buyerDetails, { x: 50, y: addressBottom })
  const right = columnPairs(sheet, content.meta, { x: 330, y: 120 }, { valueX: 455 })
  let y = Math.max(details, right) + 14
  const deliveryBottom = deliveryBlock(sheet, content, { x: 50, y }, { ink: { isBold: true } })
  if (deliveryBottom > y) y = deliveryBottom + 10
  y = table(sheet, content.items, { x: 50, y }, { ...items, width: 495, isRuled: true })
  y = columnPairs(sheet, content.totals, { x: 360, y: y + 6 }, { valueX: 545, align: 'right' })
  y = lines(sheet, content.notes, { x: 50, y: y + 20 })
  sheet.rule(50, 760, 495)
  const foot = [...content.contact, ...content.bank]
  runningPairs(sheet, foot, { x: 50, y: 768 }, { width: 495, between: '   ' })
}

/** Draws a letter for a window envelope: a small sender line, the numbers below headings, totals in the table. */
function letter(sheet: Sheet, content: InvoiceContent): void {
  const { seller } = content
  sheet.text(seller.name, 545, 40, { size: 16, isBold: true, align: 'right' })
  sheet.text(`${seller.name} · ${seller.street} · ${seller.place}`, 50, 110, { size: 6.5 })
  const billToBottom = lines(sheet, [content.billTo], { x: 50, y: 124 }, { size: 7 })
  const buyer = lines(sheet, addressLines(content.buyer), { x: 50, y: billToBottom }, { size: 10 })
  const details = inlinePairs(sheet, content.buyerDetails, { x: 50, y: buyer })
  deliveryBlock(sheet, content, { x: 320, y: 124 }, { ink: { size: 7 } })
  sheet.text(content.title, 50, Math.max(details, 190) + 10, { size: 15, isBold: true })
  let y = Math.max(details, 190) + 40
  const half = Math.ceil(content.meta.length / 2)
  y = headedPairs(sheet, content.meta.slice(0, half), { x: 50, y }, { width: 495 })
  if (content.meta.length > half)
    y = headedPairs(sheet, content.meta.slice(half), { x: 50, y: y + 4 }, { width: 495 })
  const rows = content.totals.map(({ label, text }) => [label, '', '', text])
  const whole = { headings: content.items.headings, rows: [...content.items.rows, ...rows] }
  y = table(sheet, whole, { x: 50, y: y + 8 }, { ...items, width: 495, isRuled: true })
  lines(sheet, content.notes, { x: 50, y: y + 14 })
  lines(sheet, addressLines(seller), { x: 50, y: 760 }, { size: 7.5 })
  inlinePairs(sheet, content.contact, { x: 210, y: 760 }, { size: 7.5 })
  inlinePairs(sheet, content.bank, { x: 400, y: 760 }, { size: 7.5 })
}

/** Draws seller and buyer side by side, each number below its label, and totals after dots. */
function sideBySide(sheet: Sheet, content: InvoiceContent): void {
  sheet.text(content.title, 50, 40, { size: 22 })
  const seller = lines(sheet, addressLines(content.seller), { x: 50, y: 80 })
  const left = inlinePairs(sheet, content.contact, { x: 50, y: seller + 4 }, { size: 8 })
  const top = lines(sheet, [content.billTo], { x: 320, y: 80 }, { isBold: true })
  const buyer = lines(sheet, addressLines(content.buyer), { x: 320, y: top })
  const details = inlinePairs(sheet, content.buyerDetails, { x: 320, y: buyer })
  const right = deliveryBlock(sheet, content, { x: 320, y: details + 8 }, { ink: { isBold: true } })
  let y = Math.max(left, right) + 16
  y = stackedPairs(sheet, content.meta, { x: 50, y }, { columns: 4, width: 495 })
  y = table(sheet, content.items, { x: 50, y: y + 6 }, { ...items, width: 495 })
  const totalsStyle = { valueX: 330, align: 'right', hasDots: true, size: 10 } as const
  y = columnPairs(sheet, content.totals, { x: 50, y: y + 10 }, totalsStyle)
  y = lines(sheet, content.notes, { x: 50, y: y + 16 })
  inlinePairs(sheet, content.bank, { x: 50, y: y + 12 })
}

/** Draws the seller at the right, the numbers as lines at the left, and the tax rates in a separate table. */
function headAtRight(sheet: Sheet, content: InvoiceContent): void {
  const { seller } = content
  sheet.text(seller.name, 545, 40, { size: 13, isBold: true, align: 'right' })
  const head = lines(sheet, [seller.street, seller.place], { x: 545, y: 58 }, { align: 'right' })
  const contact = content.contact.map(({ label, text }) => `${label} ${text}`)
  const right = lines(sheet, contact, { x: 545, y: head + 4 }, { align: 'right', size: 8 })
  sheet.text(content.title, 50, 40, { size: 16, isBold: true })
  const left = inlinePairs(sheet, content.meta, { x: 50, y: 70 })
  let y = Math.max(left, right) + 14
  const top = lines(sheet, [content.billTo], { x: 50, y }, { isBold: true })
  const buyer = lines(sheet, addressLines(content.buyer), { x: 50, y: top })
  deliveryBlock(sheet, content, { x: 300, y }, { ink: { isBold: true } })
  y = inlinePairs(sheet, content.buyerDetails, { x: 50, y: buyer }) + 14
  y = table(sheet, content.items, { x: 50, y }, { ...items, width: 495 })
  sheet.rule(50, y, 495)
  if (content.taxes) {
    const taxes = { width: 200, shares: [1, 2, 2], words: [], size: 7.5 }
    table(sheet, content.taxes, { x: 50, y: y + 8 }, taxes)
  }
  const totals = { valueX: 545, align: 'right', ending: ':', isLastBold: true } as const
  y = columnPairs(sheet, content.totals, { x: 340, y: y + 8 }, totals)
  y = inlinePairs(sheet, content.bank, { x: 50, y: Math.max(y, 560) + 20 })
  lines(sheet, content.notes, { x: 50, y: y + 12 })
}

export const openInvoices: readonly Layout[] = [
  { kind: 'invoice', name: 'classic', size: a4, draw: classic },
  { kind: 'invoice', name: 'letter', size: a4, draw: letter },
  { kind: 'invoice', name: 'side by side', size: a4, draw: sideBySide },
  { kind: 'invoice', name: 'head at right', size: a4, draw: headAtRight },
]
