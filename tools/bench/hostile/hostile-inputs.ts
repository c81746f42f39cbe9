import {
  amount,
  hugeText,
  line,
  longPdf,
  longText,
  orderNumber,
  packedText,
  repeatedValue,
  shortText,
  statement,
  table,
  wordyTable,
} from '../../../apps/server/src/entry/testing/hostile-files.ts'
import type { TestFile } from '../../../apps/server/src/testing/people.ts'

export type HostileInput = {
  readonly name: string
  readonly prompts: readonly string[]
  /** Creates a new copy of the file. */
  readonly file: () => TestFile | Promise<TestFile>
  /** Expected answer of every prompt; any answer is accepted unless stated. */
  readonly answer?: string
  /** Whether the built-in extractor is used. */
  readonly isWithoutModel?: boolean
}

const askOrder = 'What is the order number?'
const megabyte = 1_048_576

/** Returns valid inputs that block everyone else if the product processes them in one go. */
export function makeHostileInputs(): HostileInput[] {
  const order = { prompts: [askOrder], answer: orderNumber }
  const orders = { prompts: fivePrompts(), answer: orderNumber }
  return [
    { name: 'an order of one page', ...order, file: shortText },
    { name: 'a text of 417 pages', ...order, file: () => longText(417) },
    { name: 'five prompts on 400 pages of text', ...orders, file: () => longText(400) },
    { name: 'five prompts on a PDF of 100 pages', ...orders, file: () => longPdf(100) },
    {
      name: 'one value on a statement of 300 pages',
      prompts: ['What is the closing balance?'],
      file: () => statement(300),
      answer: amount,
    },
    { name: 'a CSV of 1 MB', ...order, file: () => wordyTable(megabyte) },
    { name: 'a table of 500,000 cells', ...order, file: () => table(500_000) },
    { name: 'a prompt of 1 MB', ...order, prompts: [hugePrompt()], file: shortText },
    {
      name: 'a value that occurs 100,000 times',
      prompts: ['What is the approval?'],
      file: () => repeatedValue(100_000),
      answer: 'granted',
    },
    { name: 'a text of 200 MB', ...order, file: () => hugeText(200_000_000) },
    { name: '200 MB of text in a small file', ...order, file: () => packedText(200_000_000) },
    {
      name: 'a text of 400 pages, without a model',
      ...order,
      file: () => longText(400),
      isWithoutModel: true,
    },
    {
      name: 'a prompt of 1 MB, without a model',
      prompts: [hugePrompt()],
      file: shortText,
      isWithoutModel: true,
    },
  ]
}

const fivePrompts = () =>
  Array.from({ length: 5 }, (_, index) => `${askOrder} Look ${index + 1} times.`)

const hugePrompt = () => `${askOrder} ${`${line} `.repeat(megabyte / (line.length + 1))}`
