import { type Chance, chanceOf } from '../chance.ts'
import type { Half } from '../words.ts'
import { type PhotographReading, type PrintedLine, photograph } from './photograph.ts'
import { type Shop, shopOf } from './shops.ts'

/** A receipt as an engine reads its photograph, with the printed and the read text of its fields. */
export type PhotographedReceipt = PhotographReading & { readonly half: Half }

const linesAbove: Readonly<Record<Half, (chance: Chance) => readonly string[]>> = {
  open: (chance) => [chance.digits(7), 'tan ah kow', '~ . -_', 'ooo', `/\\ ${chance.digits(2)} v`],
  kept: (chance) => [`${chance.digits(2)} ${chance.digits(5)}`, 'mr lim', ': . .', 'WW', '= * ]['],
}
const headlines: Readonly<Record<Half, readonly string[]>> = {
  open: ['TAX INVOICE', 'RECEIPT', '*** DUPLICATE ***', 'CASH BILL', 'WELCOME'],
  kept: ['SIMPLIFIED TAX INVOICE', 'SALES RECEIPT', '** COPY **', 'Tax Invoice', 'WELCOME TO'],
}
const slogans: Readonly<Record<Half, readonly string[]>> = {
  open: ['Fresh every day', 'your trusted partner', 'QUALITY YOU CAN TASTE'],
  kept: ['Since 1984', 'We care for you', 'SAVE MORE LIVE BETTER'],
}
const brands: Readonly<Record<Half, readonly string[]>> = {
  open: ['kopi', 'GL', 'Bluebird', 'SPARK'],
  kept: ['Tealeaf', 'N-Mart', 'HT', 'orbit'],
}

/** Generates the requested number of receipts of a half; deterministic for a seed. */
export const photographedReceipts = (
  half: Half,
  seed: number,
  count: number,
): readonly PhotographedReceipt[] =>
  Array.from({ length: count }, (_, i) =>
    receiptOf(half, chanceOf(seed * 10_000 + (half === 'kept' ? 5_000 : 0) + i)),
  )

function receiptOf(half: Half, chance: Chance): PhotographedReceipt {
  const shop = shopOf(half, chance)
  const align = chance.happens(0.75) ? 'centre' : 'left'
  const head = headOf(half, shop, chance).map((line) => ({ align, ...line }) satisfies PrintedLine)
  const all: readonly PrintedLine[] = [...head, ...bodyOf(chance)]
  return { half, ...photograph(all, chance) }
}

const linesIf = (isPrinted: boolean, ...lines: readonly PrintedLine[]): readonly PrintedLine[] =>
  isPrinted ? lines : []

function headOf(half: Half, shop: Shop, chance: Chance): readonly PrintedLine[] {
  const register = `${chance.digits(6)}-${chance.pick(['A', 'K', 'W', 'X'])}`
  const isBehind = chance.happens(0.2)
  const names = shop.name.map((text, i): PrintedLine => {
    const isLast = i === shop.name.length - 1
    return { text: isBehind && isLast ? `${text} (${register})` : text, field: 'company' }
  })
  const registers =
    half === 'open'
      ? [`(${register})`, `(CO.REG : ${register})`, `Company No: ${register}`, register]
      : [
          `Co. Reg. No. ${register}`,
          `REG NO: ${register}`,
          `(ROC No. ${register})`,
          `(${register})`,
        ]
  const tax = chance.pick([
    `GST ID : 00${chance.digits(10)}`,
    `GST REG NO: 00${chance.digits(10)}`,
    `(GST ID No :00${chance.digits(10)})`,
  ])
  const calls = chance.pick([
    `TEL: 03-${chance.digits(8)}`,
    `TEL : 03-${chance.digits(4)} ${chance.digits(4)} FAX: 03-${chance.digits(8)}`,
    `Tel: +60${chance.digits(9)}`,
  ])
  const isTaxUnderName = chance.happens(0.15)
  const isCallInside = chance.happens(half === 'kept' ? 0.12 : 0.04)
  const address = shop.address.map((text): PrintedLine => ({ text, field: 'address' }))
  const hasNumbers = chance.happens(0.9)
  return [
    ...linesIf(chance.happens(0.25), { text: chance.pick(linesAbove[half](chance)) }),
    ...linesIf(chance.happens(0.15), { text: chance.pick(brands[half]), size: 24 }),
    ...linesIf(chance.happens(0.15), { text: chance.pick(headlines[half]) }),
    ...names,
    ...linesIf(chance.happens(0.06), { text: chance.pick(slogans[half]) }),
    ...linesIf(!isBehind && chance.happens(0.6), { text: chance.pick(registers) }),
    ...linesIf(isTaxUnderName && hasNumbers, { text: tax }),
    ...linesIf(chance.happens(0.08), { text: chance.pick(headlines[half].slice(0, 2)) }),
    ...(isCallInside ? [...address.slice(0, -1), { text: calls }, ...address.slice(-1)] : address),
    // On real receipts, the name of a mall below an address counts as part of it.
    ...linesIf(chance.happens(0.12), {
      text: `(${chance.pick(['IOI MALL', 'TESCO', 'SUNWAY PYRAMID'])})`,
      field: 'address',
    }),
    ...linesIf(hasNumbers && !isCallInside && chance.happens(0.7), { text: calls }),
    ...linesIf(hasNumbers && !isTaxUnderName && chance.happens(0.8), { text: tax }),
    ...linesIf(chance.happens(0.75), { text: chance.pick(headlines[half].slice(0, 2)) }),
  ]
}

const goods =
  'MILK TEA|A4 PAPER 80G|FRIED RICE|BULB LED 9W|NOTE BOOK|ICED COFFEE|HINGE 3"|SOAP'.split('|')

function bodyOf(chance: Chance): readonly PrintedLine[] {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = chance.whole(1, 28)
  const month = chance.whole(1, 12)
  const year = chance.whole(2016, 2019)
  const date = chance.pick([
    `${two(day)}/${two(month)}/${year}`,
    `${two(day)}-${two(month)}-${year}`,
    `${two(day)}/${two(month)}/${String(year).slice(2)}`,
  ])
  const items = Array.from({ length: chance.whole(1, 5) }, () => ({
    name: chance.pick(goods),
    cents: chance.whole(100, 9900),
  }))
  const total = items.reduce((sum, { cents }) => sum + cents, 0)
  const cashGiven = Math.ceil(total / 1000) * 1000
  const money = (cents: number) => (cents / 100).toFixed(2)
  const label = chance.pick(['TOTAL', 'Total Amount', 'TOTAL (RM)', 'GRAND TOTAL', 'Total Sales'])
  return [
    { text: `Invoice No : CS${chance.digits(6)}`, align: 'left' },
    { text: 'Date :', align: 'left', right: { text: date, field: 'date' } },
    { text: `Cashier : ${chance.pick(['USER', 'MANAGER', '123'])}`, align: 'left' },
    ...items.map(
      ({ name, cents }): PrintedLine => ({
        text: name,
        align: 'left',
        right: { text: money(cents) },
      }),
    ),
    { text: label, align: 'left', right: { text: money(total), field: 'total' } },
    ...linesIf(
      chance.happens(0.6),
      { text: 'CASH', align: 'left', right: { text: money(cashGiven) } },
      { text: 'CHANGE', align: 'left', right: { text: money(cashGiven - total) } },
    ),
    { text: chance.pick(['THANK YOU. PLEASE COME AGAIN', 'Goods sold are not returnable']) },
  ]
}
