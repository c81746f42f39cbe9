import type { TestFile } from '../../../apps/server/src/testing/people.ts'

export type HostileInput = {
  readonly name: string
  readonly prompts: readonly string[]
  /** Makes it anew. */
  readonly file: () => TestFile
  /** What every prompt has to be answered with; anything unless stated. */
  readonly answer?: string
  /** By the built-in extractor. */
  readonly isWithoutModel?: boolean
}

const orderNumber = 'PO-400400'
const askOrder = 'What is the order number?'
const line = 'The quick brown fox jumps over the lazy dog at the back door.'

/** Inputs that are allowed, and that hold everyone up where a product computes over them in one go. */
export function makeHostileInputs(): HostileInput[] {
  return [
    { name: 'an order of one page', prompts: [askOrder], file: shortText, answer: orderNumber },
    { name: 'a text of 400 pages', prompts: [askOrder], file: longText, answer: orderNumber },
    { name: 'five prompts on it', prompts: fivePrompts(), file: longText, answer: orderNumber },
    { name: 'a table of 500,000 cells', prompts: [askOrder], file: hugeTable, answer: orderNumber },
    { name: 'a prompt of 1 MB', prompts: [hugePrompt()], file: shortText, answer: orderNumber },
    {
      name: 'a value that occurs 100,000 times',
      prompts: ['What is the approval?'],
      file: repeatedValue,
      answer: 'granted',
    },
    {
      name: 'a text of 400 pages, without a model',
      prompts: [askOrder],
      file: longText,
      answer: orderNumber,
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

const textFile = (name: string, content: string): TestFile => ({
  name,
  content,
  field: 'files',
  type: name.endsWith('.csv') ? 'text/csv' : 'text/plain',
})

function shortText(): TestFile {
  return textFile('order.txt', `Order number: ${orderNumber}\n${line}\n`)
}

/** What is asked for stands in the middle. */
function longText(): TestFile {
  const pages = Array.from({ length: 400 }, (_, page) => {
    const first = page === 200 ? `Order number: ${orderNumber}` : `Page ${page + 1}`
    return [first, ...Array.from({ length: 55 }, (_, row) => `${row} ${line}`)].join('\n')
  })
  return textFile('long.txt', pages.join('\n\f'))
}

function hugeTable(): TestFile {
  const rows = Array.from({ length: 50_000 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => `${row}.${column}`).join(','),
  )
  return textFile('table.csv', [`Order number: ${orderNumber}`, ...rows].join('\n'))
}

function repeatedValue(): TestFile {
  return textFile('approvals.txt', 'Approval: granted\n'.repeat(100_000))
}

const fivePrompts = () =>
  Array.from({ length: 5 }, (_, index) => `${askOrder} Look ${index + 1} times.`)

const hugePrompt = () => `${askOrder} ${`${line} `.repeat(1_048_576 / (line.length + 1))}`
