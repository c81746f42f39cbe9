/** Held-out layouts for scoring only: do not look at them while working on the extractor. */
import {
  columnPairs,
  gridPairs,
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

/** Draws the narrow column to the left of the invoice. */
function sidebar(sheet: Sheet, content: InvoiceContent): void {
  sheet.text(content.seller.name, 30, 40, { size: 11, isBold: true })
  let y = lines(sheet, [content.seller.street, content.seller.place], { x: 30, y: 56 }, { size: 8 })
  const narrow = { columns: 1, width: 150, size: 8.5 }
  y = stackedPairs(sheet, content.contact, { x: 30, y: y + 10 }, narrow)
  y = stackedPairs(sheet, content.meta, { x: 30, y: y + 10 }, narrow)
  stackedPairs(sheet, content.bank, { x: 30, y: y + 10 }, narrow)
  sheet.text(content.title, 220, 40, { size: 20, isBold: true })
  y = lines(sheet, [content.billTo, ...addressLines(content.buyer)], { x: 220, y: 80 })
  y = inlinePairs(sheet, content.buyerDetails, { x: 220, y }) + 8
  const deliveryBottom = deliveryBlock(sheet, content, { x: 220, y })
  if (deliveryBottom > y) y = deliveryBottom + 8
  const columns = { width: 345, shares: [4, 1.3, 1.8, 1.6], words: [0], size: 8 }
  y = table(sheet, content.items, { x: 220, y }, columns)
  sheet.rule(220, y, 345)
  const totals = { valueX: 565, align: 'right', isLastBold: true } as const
  y = columnPairs(sheet, content.totals, { x: 400, y: y + 8 }, totals)
  lines(sheet, content.notes, { x: 220, y: y + 20 }, { size: 8 })
}

/** Draws the numbers in a ruled grid with a cell for each label, taxes at the left, totals below their labels. */
function grid(sheet: Sheet, content: InvoiceContent): void {
  sheet.text(content.title.toUpperCase(), 50, 40, { size: 14, isBold: true })
  const seller = lines(sheet, addressLines(content.seller), { x: 50, y: 66 })
  runningPairs(sheet, content.contact, { x: 50, y: seller }, { width: 240, between: ' | ' })
  const right = gridPairs(sheet, content.meta, { x: 310, y: 66 }, { width: 235 })
  let y = Math.max(seller + 44, right) + 12
  const top = lines(sheet, [`${content.billTo}:`, ...addressLines(content.buyer)], { x: 50, y })
  deliveryBlock(sheet, content, { x: 310, y }, { ending: ':' })
  y = inlinePairs(sheet, content.buyerDetails, { x: 50, y: top }) + 12
  const columns = { width: 495, shares: [5, 1.2, 1.8, 1.8], words: [0], isRuled: true }
  y = table(sheet, content.items, { x: 50, y }, columns)
  if (content.taxes)
    table(sheet, content.taxes, { x: 50, y: y + 6 }, { width: 180, shares: [1, 2, 2], words: [] })
  y = stackedPairs(sheet, content.totals, { x: 400, y: y + 6 }, { columns: 1, width: 145 })
  y = gridPairs(sheet, content.bank, { x: 50, y: y + 14 }, { width: 300 })
  lines(sheet, content.notes, { x: 50, y: y + 10 })
}

/** Draws the numbers in one line, three parties in a row, totals below headings, the seller's details in the footer. */
function footed(sheet: Sheet, content: InvoiceContent): void {
  const { seller } = content
  sheet.text(seller.name, 297, 36, { size: 17, isBold: true, align: 'centre' })
  sheet.text(content.title, 50, 76, { size: 13 })
  let y = runningPairs(sheet, content.meta, { x: 50, y: 98 }, { width: 495, between: ' · ' }) + 14
  const buyer = lines(sheet, [content.billTo, ...addressLines(content.buyer)], { x: 50, y })
  deliveryBlock(sheet, content, { x: 230, y })
  y = inlinePairs(sheet, content.buyerDetails, { x: 50, y: buyer }) + 16
  const columns = { width: 495, shares: [5, 1.2, 1.8, 1.8], words: [0] }
  y = table(sheet, content.items, { x: 50, y }, columns)
  y = headedPairs(sheet, content.totals, { x: 50, y: y + 12 }, { width: 495 })
  lines(sheet, content.notes, { x: 50, y: y + 10 })
  const foot = { align: 'centre', size: 7.5 } as const
  const texts = [`${seller.name}, ${seller.street}, ${seller.place}`]
  const end = lines(sheet, texts, { x: 297, y: 770 }, foot)
  const pairs = [...content.contact, ...content.bank]
  runningPairs(sheet, pairs, { x: 60, y: end }, { width: 480, between: ' – ', ink: { size: 7.5 } })
}

/** Draws everything in labelled frames, with the amounts at the opposite edge of the page. */
function wide(sheet: Sheet, content: InvoiceContent): void {
  const right = lines(sheet, addressLines(content.seller), { x: 330, y: 40 })
  inlinePairs(sheet, content.contact, { x: 330, y: right }, { size: 8 })
  sheet.text(content.title, 50, 40, { size: 18, isBold: true })
  const top = lines(sheet, [content.billTo], { x: 50, y: 76 }, { size: 7 })
  const buyer = lines(sheet, addressLines(content.buyer), { x: 50, y: top }, { size: 9.5 })
  let y = Math.max(inlinePairs(sheet, content.buyerDetails, { x: 50, y: buyer }), 150) + 10
  y = stackedPairs(sheet, content.meta, { x: 53, y }, { columns: 3, width: 495, isFramed: true })
  if (content.delivery) {
    const { heading, party } = content.delivery
    y = lines(sheet, [`${heading}: ${addressLines(party).join(', ')}`], { x: 50, y: y + 4 })
  }
  const columns = { width: 495, shares: [5, 1.2, 1.8, 1.8], words: [0], isRuled: true }
  y = table(sheet, content.items, { x: 50, y: y + 10 }, columns)
  const totals = { valueX: 545, align: 'right', lineSpacing: 1.8 } as const
  y = columnPairs(sheet, content.totals, { x: 50, y: y + 10 }, totals)
  y = columnPairs(sheet, content.bank, { x: 50, y: y + 24 }, { valueX: 200, ending: ' :' })
  lines(sheet, content.notes, { x: 50, y: y + 12 })
}

export const keptInvoices: readonly Layout[] = [
  { kind: 'invoice', name: 'sidebar', size: a4, draw: sidebar },
  { kind: 'invoice', name: 'grid', size: a4, draw: grid },
  { kind: 'invoice', name: 'footed', size: a4, draw: footed },
  { kind: 'invoice', name: 'wide', size: a4, draw: wide },
]
