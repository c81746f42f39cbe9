import { columnPairs, inline, inlinePairs, lines, stackedPairs, table } from '../blocks.ts'
import type { FormContent } from '../content/form.ts'
import type { ReceiptContent } from '../content/receipt.ts'
import type { StatementContent } from '../content/statement.ts'
import { addressLines } from '../facts.ts'
import type { Layout } from '../layout.ts'
import { a4, type Sheet } from '../sheet.ts'

const roll = [226, 520] as const
const dateLine = ({ day, time }: ReceiptContent) =>
  `${day.label === '' ? day.text : inline(day)} ${time}`

/** Draws a centred head, amounts far to the right, and the date at the end. */
function centred(sheet: Sheet, content: ReceiptContent): void {
  const middle = { align: 'centre' } as const
  sheet.text(content.shop.name, 113, 18, { ...middle, size: 11, isBold: true })
  const head = lines(sheet, addressLines(content.shop).slice(1), { x: 113, y: 34 }, middle)
  let y = lines(sheet, content.contact.map(inline), { x: 113, y: head }, middle) + 8
  sheet.text(content.title, 113, y, { ...middle, isBold: true })
  y += 20
  for (const { name, quantity, amount } of content.items) {
    sheet.text(`${quantity} ${name}`, 14, y, { size: 8 })
    sheet.text(amount, 212, y, { size: 8, align: 'right' })
    y += 12
  }
  sheet.rule(14, y + 2, 198)
  y = columnPairs(sheet, content.totals, { x: 14, y: y + 8 }, { valueX: 212, align: 'right' })
  y = inlinePairs(sheet, content.meta, { x: 14, y: y + 10 }, { size: 8 })
  sheet.text(dateLine(content), 14, y + 4, { size: 8 })
  sheet.text(content.thanks, 113, y + 24, { ...middle, size: 8 })
}

/** Draws a head at the left, the date in the line of the number, and prices below the names. */
function priced(sheet: Sheet, content: ReceiptContent): void {
  let y = lines(sheet, addressLines(content.shop), { x: 14, y: 18 }, { size: 8.5 })
  y = inlinePairs(sheet, content.contact, { x: 14, y }, { size: 8 }) + 6
  sheet.text(content.title, 14, y, { size: 10, isBold: true })
  const [number, ...rest] = content.meta
  y += 16
  if (number) sheet.text(inline(number), 14, y, { size: 8 })
  sheet.text(dateLine(content), 212, y, { size: 8, align: 'right' })
  y = inlinePairs(sheet, rest, { x: 14, y: y + 11 }, { size: 8 }) + 6
  for (const { name, quantity, price, amount } of content.items) {
    sheet.text(name, 14, y, { size: 8 })
    sheet.text(`${quantity} x ${price}`, 24, y + 10, { size: 8 })
    sheet.text(amount, 212, y + 10, { size: 8, align: 'right' })
    y += 23
  }
  const totals = { valueX: 212, align: 'right', ending: ':', size: 8.5, lineSpacing: 1.6 } as const
  y = columnPairs(sheet, content.totals, { x: 14, y: y + 4 }, totals)
  sheet.text(content.thanks, 14, y + 12, { size: 8 })
}

/** Draws the holder at the left, the account at the right, and the balances as rows of the table. */
function balancesInTable(sheet: Sheet, content: StatementContent): void {
  sheet.text(content.bank, 50, 40, { size: 15, isBold: true })
  inlinePairs(sheet, content.bankContact, { x: 50, y: 60 }, { size: 8 })
  sheet.text(content.title, 545, 40, { size: 14, align: 'right' })
  lines(sheet, addressLines(content.holder), { x: 50, y: 110 }, { size: 10 })
  const y = columnPairs(sheet, content.meta, { x: 300, y: 110 }, { valueX: 425, ending: ':' })
  const { headings, rows } = content.bookings
  const row = ({ label, text }: typeof content.opening) => ['', label, '', text]
  const whole = { headings, rows: [row(content.opening), ...rows, row(content.closing)] }
  const style = { width: 495, shares: [1.8, 4, 1.6, 1.8], words: [0, 1], isRuled: true }
  const end = table(sheet, whole, { x: 50, y: y + 24 }, style)
  inlinePairs(sheet, content.sums, { x: 50, y: end + 10 })
}

/** Draws the account as lines, and a summary in columns above the bookings. */
function summaryOnTop(sheet: Sheet, content: StatementContent): void {
  sheet.text(content.title, 50, 40, { size: 16, isBold: true })
  sheet.text(content.bank, 50, 62, { size: 10 })
  inlinePairs(sheet, content.bankContact, { x: 400, y: 62 }, { size: 8 })
  let y = inlinePairs(sheet, content.meta, { x: 50, y: 90 })
  y = lines(sheet, addressLines(content.holder), { x: 50, y: y + 10 })
  const summary = [content.opening, ...content.sums, content.closing]
  const style = { valueX: 300, align: 'right', isLastBold: true } as const
  y = columnPairs(sheet, summary, { x: 50, y: y + 14 }, style)
  const columns = { width: 495, shares: [1.8, 4, 1.6, 1.8], words: [0, 1] }
  table(sheet, content.bookings, { x: 50, y: y + 20 }, columns)
}

/** Draws every answer on its own line after its label. */
function answersInLines(sheet: Sheet, content: FormContent): void {
  sheet.text(content.title, 50, 45, { size: 16, isBold: true })
  lines(sheet, addressLines(content.issuer), { x: 545, y: 40 }, { size: 8, align: 'right' })
  const style = { valueX: 220, ending: ':', size: 10, lineSpacing: 2.4 }
  const y = columnPairs(sheet, content.fields, { x: 50, y: 110 }, style)
  for (let row = 0; row < content.fields.length; row++) sheet.rule(216, 123 + row * 24, 280)
  inlinePairs(sheet, [content.signed], { x: 50, y: y + 30 })
}

/** Draws small labels above framed answers, three in a row. */
function answersInFrames(sheet: Sheet, content: FormContent): void {
  lines(sheet, addressLines(content.issuer), { x: 50, y: 36 }, { size: 8 })
  sheet.text(content.title, 50, 84, { size: 15, isBold: true })
  const style = { columns: 3, width: 495, isFramed: true, size: 10 }
  const y = stackedPairs(sheet, content.fields, { x: 50, y: 120 }, style)
  stackedPairs(sheet, [content.signed], { x: 50, y: y + 30 }, { columns: 1, width: 250 })
}

export const openOthers: readonly Layout[] = [
  { kind: 'receipt', name: 'centred', size: roll, draw: centred },
  { kind: 'receipt', name: 'priced', size: roll, draw: priced },
  { kind: 'statement', name: 'balances in table', size: a4, draw: balancesInTable },
  { kind: 'statement', name: 'summary on top', size: a4, draw: summaryOnTop },
  { kind: 'form', name: 'answers in lines', size: a4, draw: answersInLines },
  { kind: 'form', name: 'answers in frames', size: a4, draw: answersInFrames },
]
