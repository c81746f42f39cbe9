import { invoiceOf, type WrittenLine, writeUbl } from '@recto/document-reader/testing/write-invoice'
import { makeTool, type TestTool } from './make-tool.ts'
import type { Person } from './people.ts'

/** An e-invoice with its lines; the same number and edition are always the same invoice. */
export type LineInvoice = {
  readonly fileName: string
  readonly content: Uint8Array
  readonly rows: readonly LineRow[]
}

export type LineRow = {
  readonly Item: string
  readonly Quantity: number
  readonly 'Unit price': number
  readonly Amount: number
}

export const lineHeaders = ['Item', 'Quantity', 'Unit price', 'Amount'] as const
const maxLines = 200
const seed = 20_261_201
const items = ['Oak board', 'Müller’s "best" hinge', "O'Hara screw; 6 mm", 'Glue \\ 5 %', '板 <A4>']

/** Numbers from 0 to 1 that follow from the seed. */
function createRandom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Creates an invoice with 1 to 200 lines. Another edition of it has others, as if a supplier had sent it again. */
export function createLineInvoice(index: number, edition = 0): LineInvoice {
  const random = createRandom(seed + index * 7919 + edition * 104_729)
  const upTo = (limit: number) => 1 + Math.floor(random() * limit)
  // The first two have the bounds.
  const count = index === 0 ? 1 : index === 1 ? maxLines : upTo(maxLines)
  const lines = Array.from({ length: count }, (_, place) => {
    const quantity = upTo(40)
    const cents = upTo(250_000)
    const line: WrittenLine = {
      name: `${items[upTo(items.length) - 1]} ${index}-${place + 1}`,
      code: `C-${place}`,
      quantity: String(quantity),
      unit: 'C62',
      price: (cents / 100).toFixed(2),
      amount: ((quantity * cents) / 100).toFixed(2),
      rate: '19.00',
    }
    return line
  })
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  const tax = Math.round(cents * 0.19)
  const inEuros = (value: number) => (value / 100).toFixed(2)
  const amounts = { net: inEuros(cents), tax: inEuros(tax), total: inEuros(cents + tax) }
  return {
    fileName: `invoice-${String(index).padStart(4, '0')}.xml`,
    content: writeUbl(invoiceOf(index, { ...amounts, lines })),
    rows: lines.map(({ name, quantity, price, amount }) => ({
      Item: name,
      Quantity: Number(quantity),
      'Unit price': Number(price),
      Amount: Number(amount),
    })),
  }
}

/** Makes a tool that reads the total and the lines of these invoices. */
export function makeLineTool(person: Person): Promise<TestTool> {
  const { fileName, content } = createLineInvoice(0)
  return makeTool(person, {
    name: 'Invoices',
    fields: [
      { key: 'total', prompt: 'What is the total amount?', type: 'number' },
      { key: 'items', prompt: `List all lines: ${lineHeaders.join(', ')}`, type: 'table' },
    ],
    sample: { name: fileName, content, type: 'application/xml' },
  })
}
