/** Held-out layouts for scoring only: do not look at them while working on the extractor. */
import {
  columnPairs,
  gridPairs,
  headedPairs,
  inline,
  inlinePairs,
  lines,
  stackedPairs,
  table,
} from '../blocks.ts'
import type { FormContent } from '../content/form.ts'
import type { ReceiptContent } from '../content/receipt.ts'
import type { StatementContent } from '../content/statement.ts'
import { addressLines } from '../facts.ts'
import type { Layout } from '../layout.ts'
import { a4, type Sheet } from '../sheet.ts'

const roll = [240, 560] as const
const dateLine = ({ day, time }: ReceiptContent) =>
  `${day.label === '' ? day.text : inline(day)} ${time}`

/** Draws a title between stars, numbers at the right edge, and the total in large letters. */
function starred(sheet: Sheet, content: ReceiptContent): void {
  sheet.text(`*** ${content.title} ***`, 120, 14, { align: 'centre', size: 8 })
  sheet.text(content.shop.name, 120, 30, { align: 'centre', size: 12, isBold: true })
  let y = lines(
    sheet,
    [`${content.shop.street}, ${content.shop.place}`, ...content.contact.map(inline)],
    { x: 120, y: 46 },
    { align: 'centre', size: 8 },
  )
  sheet.text(dateLine(content), 226, y + 6, { align: 'right', size: 8 })
  const style = { valueX: 226, align: 'right', size: 8 } as const
  y = columnPairs(sheet, content.meta, { x: 14, y: y + 18 }, style) + 6
  for (const { name, quantity, amount } of content.items) {
    sheet.text(name, 14, y, { size: 8 })
    sheet.text(quantity, 160, y, { size: 8, align: 'right' })
    sheet.text(amount, 226, y, { size: 8, align: 'right' })
    y += 12
  }
  for (const pair of content.totals) {
    const isTotal = 'field' in pair && pair.field === 'total'
    const ink = { size: isTotal ? 12 : 8, isBold: isTotal }
    sheet.text(pair.label, 14, y + 4, ink)
    sheet.text(pair.text, 226, y + 4, { ...ink, align: 'right' })
    y += isTotal ? 18 : 12
  }
  sheet.text(content.thanks, 120, y + 16, { align: 'centre', size: 8 })
}

/** Draws a slip of half a page with framed items below headings. */
function slip(sheet: Sheet, content: ReceiptContent): void {
  sheet.text(content.shop.name, 30, 30, { size: 13 })
  const head = lines(sheet, addressLines(content.shop).slice(1), { x: 30, y: 48 }, { size: 8 })
  inlinePairs(sheet, content.contact, { x: 30, y: head }, { size: 8 })
  sheet.text(content.title, 390, 30, { size: 13, align: 'right' })
  lines(sheet, [dateLine(content)], { x: 390, y: 48 }, { align: 'right', size: 8 })
  let y = gridPairs(sheet, content.meta, { x: 30, y: 110 }, { width: 360, columns: 2 }) + 8
  const rows = content.items.map(({ name, quantity, price, amount }) => [
    quantity,
    name,
    price,
    amount,
  ])
  const columns = { width: 360, shares: [1, 4, 1.6, 1.6], words: [0, 1], isRuled: true }
  y = table(sheet, { headings: ['#', '', '', ''], rows }, { x: 30, y }, columns)
  const totals = { valueX: 390, align: 'right', hasDots: true } as const
  y = columnPairs(sheet, content.totals, { x: 200, y: y + 4 }, totals)
  sheet.text(content.thanks, 30, y + 20, { size: 8 })
}

/** Draws the account below headings, and the balances one below the other at the end. */
function headed(sheet: Sheet, content: StatementContent): void {
  sheet.text(content.bank, 297, 36, { size: 14, isBold: true, align: 'centre' })
  sheet.text(content.title, 297, 56, { size: 10, align: 'centre' })
  lines(sheet, addressLines(content.holder), { x: 50, y: 90 })
  const half = Math.ceil(content.meta.length / 2)
  let y = headedPairs(sheet, content.meta.slice(0, half), { x: 50, y: 150 }, { width: 495 })
  y = headedPairs(sheet, content.meta.slice(half), { x: 50, y: y + 4 }, { width: 495 })
  const columns = { width: 495, shares: [1.8, 4, 1.6, 1.8], words: [0, 1], isRuled: true }
  y = table(sheet, content.bookings, { x: 50, y: y + 10 }, columns)
  const balances = [content.opening, ...content.sums, content.closing]
  y = stackedPairs(sheet, balances, { x: 400, y: y + 10 }, { columns: 1, width: 145 })
  inlinePairs(sheet, content.bankContact, { x: 50, y: y + 10 }, { size: 8 })
}

/** Draws the account in a column at the left, and the balances as sentences. */
function spoken(sheet: Sheet, content: StatementContent): void {
  sheet.text(content.bank, 30, 40, { size: 12, isBold: true })
  const narrow = { columns: 1, width: 170, size: 8.5 }
  const left = stackedPairs(sheet, content.meta, { x: 30, y: 70 }, narrow)
  inlinePairs(sheet, content.bankContact, { x: 30, y: left + 10 }, { size: 8 })
  sheet.text(content.title, 230, 40, { size: 16 })
  let y = lines(sheet, addressLines(content.holder), { x: 230, y: 70 }) + 10
  y = lines(sheet, [inline(content.opening)], { x: 230, y }) + 6
  const columns = { width: 335, shares: [2, 3.4, 1.6, 1.8], words: [0, 1], size: 7.5 }
  y = table(sheet, content.bookings, { x: 230, y }, columns) + 6
  lines(sheet, [...content.sums.map(inline), inline(content.closing)], { x: 230, y })
}

/** Draws two labelled cells of a ruled table in each row. */
function cells(sheet: Sheet, content: FormContent): void {
  sheet.text(content.title, 297, 40, { size: 15, align: 'centre' })
  lines(
    sheet,
    [addressLines(content.issuer).join(', ')],
    { x: 297, y: 62 },
    { align: 'centre', size: 8 },
  )
  const y = gridPairs(sheet, content.fields, { x: 40, y: 100 }, { width: 515, columns: 2 })
  inlinePairs(sheet, [content.signed], { x: 40, y: y + 40 })
}

/** Draws numbered questions in two columns, with the answers below them. */
function numbered(sheet: Sheet, content: FormContent): void {
  const numberedPairs = content.fields.map(({ label, text }, i) => ({
    label: `${i + 1}. ${label}`,
    text,
  }))
  sheet.text(content.title, 50, 40, { size: 14, isBold: true })
  const y = stackedPairs(
    sheet,
    numberedPairs,
    { x: 50, y: 80 },
    { columns: 2, width: 495, size: 11 },
  )
  inlinePairs(sheet, [content.signed], { x: 50, y: y + 24 })
  lines(sheet, addressLines(content.issuer), { x: 50, y: 780 }, { size: 7.5 })
}

export const keptOthers: readonly Layout[] = [
  { kind: 'receipt', name: 'starred', size: roll, draw: starred },
  { kind: 'receipt', name: 'slip', size: [420, 595], draw: slip },
  { kind: 'statement', name: 'headed', size: a4, draw: headed },
  { kind: 'statement', name: 'spoken', size: a4, draw: spoken },
  { kind: 'form', name: 'cells', size: a4, draw: cells },
  { kind: 'form', name: 'numbered', size: a4, draw: numbered },
]
