import type { ReceivedCall } from '@recto/testkit/canned-model/received-call'
import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import type { TestFile } from '../../testing/people.ts'
import type { Corpus } from './corpus.ts'

export type Order = {
  readonly order_number: string
  readonly customer: string
  readonly total: number
}

/** The fields of every order; each costs one model call. */
export const orderFields = [
  { key: 'order_number', prompt: 'What is the order number?' },
  { key: 'customer', prompt: 'What is the customer?' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
]

const customers = ['Bramble & Sons', 'Harbour Foods', 'Larkspur Ltd', 'Quince Trading']

/** Distinct for each number. */
export const orderOf = (number: number): Order => ({
  order_number: `PO-${100_000 + number}`,
  customer: `${customers[number % customers.length]}, branch ${number}`,
  total: 25 + number * 3.5,
})

/** A page of its own for every order, as a caller of a deployment sends it. */
export async function orderFile(number: number): Promise<TestFile> {
  const { order_number, customer, total } = orderOf(number)
  const lines = [
    `Order number: ${order_number}`,
    `Customer: ${customer}`,
    `Total: ${total.toFixed(2)}`,
    'Please deliver to the back door before noon and ring twice.',
  ]
  const content = await drawPdf({ title: order_number }, (pen) => {
    pen.text('Purchase order', 72, 72, { font: 'Helvetica-Bold', size: 18 })
    lines.forEach((line, row) => {
      pen.text(line, 72, 120 + row * 24, { size: 11 })
    })
  })
  return { name: fileNameOf(number), content, field: 'files', type: 'application/pdf' }
}

export const fileNameOf = (number: number) => `${orderOf(number).order_number}.pdf`

/** Every page says one thing in one line: the least that a document can be. */
export const orders: Corpus = {
  fields: orderFields,
  replyModule: new URL(import.meta.url),
  fileNameOf,
  fileOf: orderFile,
  isRight: (number, key, value) => new Map(Object.entries(orderOf(number))).get(key) === value,
  mayFail: (_, hasFailed) => !hasFailed,
}

/**
 * What the canned model says: what stands in the document behind the words of the question. So a value
 * is only right when the right question was asked about the right document. Asked for several at once it
 * leaves the last one out, and whatever it judges is right. A model of another name marks its values.
 */
export function reply({ prompt, model }: ReceivedCall): string | object {
  if (prompt.startsWith('Somebody answered a question')) return { score: 5, reason: 'So it says.' }
  const document = prompt.slice(prompt.indexOf('Document:'))
  const readAnswer = (question: string) =>
    markValue(new RegExp(`^\\s*${question}: *(.*?)\\s*$`, 'im').exec(document)?.[1] ?? 'NA', model)
  const questionMatches = [...prompt.matchAll(/^"(\w+)" \([^)]*\): What is the (.+)\?$/gm)]
  const requestedFields =
    questionMatches.length > 1 ? questionMatches.slice(0, -1) : questionMatches
  if (requestedFields.length > 0) {
    return Object.fromEntries(
      requestedFields.map(([, key = '', question = '']) => [key, readAnswer(question)]),
    )
  }
  return readAnswer(/Question: What is the (.+)\?/.exec(prompt)?.[1] ?? '')
}

/** The name of the model unless a test changes it. */
export const firstModel = 'canned'

/** Texts end with the name of the model that has answered, and numbers are negative. */
function markValue(value: string, model: string): string {
  if (model === firstModel || value === 'NA') return value
  return Number.isNaN(Number(value)) ? `${value} by ${model}` : `-${value}`
}

type ReadOrder = { readonly orderNumber: string; readonly customer: string; readonly total: number }

/** Lists the models that have answered the values of an order; that of a marked number has no name. */
export function modelsOf({ orderNumber, customer, total }: ReadOrder): readonly string[] {
  const models = [orderNumber, customer].map((text) => / by (.+)$/.exec(text)?.[1] ?? firstModel)
  const hasMark = models.some((model) => model !== firstModel)
  const isTotalMarked = total < 0
  return [...new Set([...models, ...(isTotalMarked === hasMark ? [] : ['another one'])])]
}

/** Returns the order as the usual model would have answered it. */
export function asUsualModel<T extends ReadOrder>(order: T): T {
  const withoutMark = (text: string) => text.replace(/ by .+$/, '')
  return {
    ...order,
    orderNumber: withoutMark(order.orderNumber),
    customer: withoutMark(order.customer),
    total: Math.abs(order.total),
  }
}
