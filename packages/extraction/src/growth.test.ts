import { carelessListModel } from '@recto/testkit/careless-list-model'
import { bankStatement } from '@recto/testkit/list-samples'
import { maxGrowth, measureGrowth } from '@recto/testkit/measure-growth'
import { expect, test } from 'vitest'
import { answerList } from './ask/answer-list.ts'
import { listOperations } from './ask/list-work.ts'
import { answerWithoutModel } from './built-in/answer-without-model.ts'
import { proposeQuestions } from './built-in/propose-questions.ts'
import { monospacedDocument } from './testing/monospaced-document.ts'
import { detectDecimalMark } from './values/decimal-mark.ts'
import { findDateRanges } from './values/find-date-ranges.ts'
import { fold } from './values/fold.ts'
import { findIbans, findInvalidIban } from './values/ibans.ts'
import { parseBoolean } from './values/parse-boolean.ts'
import { detectDateOrder, findDates } from './values/parse-date.ts'
import { parseJson } from './values/parse-json.ts'
import { findNumbers } from './values/parse-number.ts'
import * as shapes from './values/shapes.ts'

/** Four times as much text takes about four times as long, whatever it says. */

const parts = [
  'a',
  'A',
  'AA ',
  'A.',
  'a.',
  'a@',
  'a-',
  '.',
  ' ',
  '-',
  ':',
  '|',
  '(',
  '"',
  '{"a":',
  '[',
  '}',
  '1',
  '1 ',
  '1,111',
  '111 ',
  '1.1',
  '1/',
  '+4 ',
  '(1) ',
  '0j',
  '1 jan ',
  '1 - ',
  '€ ',
  '% ',
  'DE1',
  'DE 12 ',
  'ATU1',
  'Total: ',
  'Aa Bb ',
  'GmbH ',
  '12345 A',
  'http://a',
  '\n',
  '\u00a0',
]
const ends = ['', '!', '\0']
const texts = parts.flatMap((part) => ends.map((end) => [part, end] as const))

const finders: Readonly<Record<string, (text: string) => unknown>> = {
  ...shapes,
  findIbans,
  findWrongIban: findInvalidIban,
  findRanges: findDateRanges,
  findNumbers,
  findDates,
  dateOrderOf: detectDateOrder,
  decimalMarkOf: detectDecimalMark,
  booleanOf: parseBoolean,
  fold,
  parseJson: (text) => {
    try {
      return parseJson(text)
    } catch (error) {
      return error
    }
  },
}

test.each(Object.keys(finders))('%s', async (name) => {
  const find = finders[name]
  const slow: unknown[] = []
  for (const [part, end] of texts) {
    const growth = await measureGrowth((size) => find?.(repeatPart(part, size) + end), 20_000)
    if (growth > maxGrowth) slow.push([part, end, growth])
  }

  expect(slow).toEqual([])
})

const questions = [
  'Total',
  'Seller name',
  'Seller address',
  'Due date',
  'Currency',
  'IBAN',
  'Website',
  'Customer address',
  'Customer e-mail',
  'Period start',
  'VAT rate',
  'Bank name',
  'VAT amount',
].map((prompt) => ({ key: prompt, prompt, type: 'text' as const }))

test.each(parts)('a document of %j', async (part) => {
  const inLines = (size: number) => repeatPart(part, size).replace(/.{60}/gs, '$&\n')
  const work = async (text: string) => {
    const document = monospacedDocument(text)
    await answerWithoutModel(document, questions)
    proposeQuestions(document)
  }
  const long = await measureGrowth((size) => work(repeatPart(part, size)), 3000)
  const high = await measureGrowth((size) => work(inLines(size)), 8000)

  expect(Math.max(long, high)).toBeLessThan(maxGrowth)
})

/** Each line has an address of another domain, and names that might be its owner's. */
const manyParties = (size: number) =>
  Array.from({ length: Math.ceil(size / 60) }, (_, i) => {
    const name = i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
    return `mail@firm${name}.de   Alpha ${name}   Beta   Gamma   Delta   Customer: House AG`
  }).join('\n')

test('a document of many parties', async () => {
  const growth = await measureGrowth(
    (size) => answerWithoutModel(monospacedDocument(manyParties(size)), questions),
    40_000,
  )

  expect(growth).toBeLessThan(maxGrowth)
})

const repeatPart = (part: string, size: number) => part.repeat(Math.ceil(size / part.length))

/** Rows are left out and given when they are asked for again, and some are given twice. */
async function readList(size: number): Promise<unknown> {
  const sample = bankStatement(Math.ceil(size / 60))
  const read = carelessListModel(sample, { seed: 1, drops: 0.1, doubles: 0.1, blindTo: [3] })
  const document = monospacedDocument(...sample.pages)
  const answer = await answerList({
    work: {
      wholeText: async () => '',
      listWindows: async (plan) => listOperations.listWindows(document, plan),
      readRows: async (reply) => listOperations.readRows(document, reply),
      mergeList: async (list) => listOperations.mergeList(document, list),
    },
    question: { key: 'rows', prompt: sample.prompt, type: 'line-item' },
    instructions: { preamble: '', postamble: '', grammar: [] },
    contextWindow: 0,
    async askModel({ prompt }) {
      return { ...read(prompt), usage: { inputTokens: 1, outputTokens: 1 }, model: 'careless' }
    },
  })
  expect(answer.report?.missingCount).toBeLessThan(3)
  return answer
}

test('a list that is read window by window', async () => {
  expect(await measureGrowth(readList, 15_000)).toBeLessThan(maxGrowth)
})
