import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { alignValue } from '../align/align-value.ts'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { computeAgreement } from './compute-agreement.ts'
import { computeConfidence } from './compute-confidence.ts'
import { createAlignedScorer } from './score-aligned.ts'
import { updateConfidence } from './update-confidence.ts'

const bill = monospacedDocument(`
Harbour Cafe                     Date: 20/03/2026
Soup                             4.50
Bread                            2.10
Total due                        6.60
Copies: 1.234                    Contact: ana@harbour.example
`)

function judge(
  value: Json,
  { type = 'json', near: question = '', document = bill }: Partial<JudgeOptions> = {},
) {
  const evidence = alignValue(document, value, type, { questionText: question })
  return computeConfidence({ value, evidence }, createAlignedScorer(document, type))
}

type JudgeOptions = {
  readonly type: FieldType
  readonly near: string
  readonly document: DocumentText
}

function wholeOf(value: Json, options?: Partial<JudgeOptions>): number {
  const confidence = judge(value, options)
  if (!confidence) throw new Error('Nothing supports the value.')
  return confidence.whole
}

test.each([null, 'Grand Hotel', 99, [], {}, [null], { a: null, b: 'Grand Hotel' }])(
  'nothing is said of %j, which nothing supports',
  (value) => {
    expect(judge(value)).toBeUndefined()
  },
)

test('a value is less sure without a label, and where another one stands nearer to it', () => {
  const question = 'total What is the total due?'

  const total = wholeOf(6.6, { type: 'number', near: question })

  expect(total).toBeGreaterThan(wholeOf(6.6, { type: 'number', near: 'seats' }))
  expect(total).toBeGreaterThan(wholeOf(2.1, { type: 'number', near: question }))
  expect(total).toBeGreaterThan(0.5)
  expect(total).toBeLessThan(1)
})

test('an amount is surer when others add up to it', () => {
  const plainText = monospacedDocument('Soup    4.50\nBread    2.20\nTotal due    6.60')
  // A plain label alone makes it as sure as a value can be.
  const numberQuestion = { type: 'number', near: 'what it costs' } as const

  expect(wholeOf(6.6, numberQuestion)).toBeGreaterThan(
    wholeOf(6.6, { ...numberQuestion, document: plainText }),
  )
})

test('letters that the recognition doubts make a value less sure, and its words too', () => {
  const scannedText: DocumentText = {
    ...bill,
    pages: bill.pages.map((page) => ({
      ...page,
      words: page.words.map((word) => ({
        ...word,
        origin: 'ocr',
        confidence: word.text === 'Cafe' ? 0.3 : 0.98,
      })),
    })),
  }

  const read = judge('Harbour Cafe', { type: 'text', document: scannedText })

  expect(read?.whole).toBeLessThan(wholeOf('Harbour Cafe', { type: 'text' }))
  expect(read?.words).toEqual([
    [
      { confidence: read?.whole.toFixed(2), text: 'Harbour' },
      { confidence: read?.whole.toFixed(2), text: 'Cafe' },
    ],
  ])
})

test('a day or a number that can be read in two ways is less sure than one that cannot', () => {
  const american = monospacedDocument('Date: 03/04/2026')
  const provenDocument = monospacedDocument('Date: 03/04/2026\nPrinted 28/04/2026')
  const dateQuestion = { type: 'date', near: 'date' } as const

  expect(wholeOf('2026-04-03', { ...dateQuestion, document: american })).toBeLessThan(
    wholeOf('2026-04-03', { ...dateQuestion, document: provenDocument }),
  )
  const copies = { type: 'number', near: 'copies' } as const
  const thousands = monospacedDocument('Copies: 1.234')
  const plain = monospacedDocument('Copies: 1234')
  expect(wholeOf(1234, { ...copies, document: thousands })).toBeLessThan(
    wholeOf(1234, { ...copies, document: plain }),
  )
})

test('what does not look like its type is less sure', () => {
  const document = monospacedDocument('Date: 20/03/1026\nContact: nobody at all')
  const question = 'date contact'

  expect(wholeOf('1026-03-20', { type: 'date', near: question, document })).toBeLessThan(
    wholeOf('2026-03-20', { type: 'date', near: question }),
  )
  expect(wholeOf('nobody at all', { type: 'email', near: question, document })).toBeLessThan(
    wholeOf('ana@harbour.example', { type: 'email', near: question }),
  )
})

test('parts are judged one by one, and a part that nothing supports counts as nought', () => {
  const value = {
    lines: [
      { name: 'Soup', price: 4.5 },
      { name: 'Cake', price: null },
    ],
  }

  const confidence = judge(value)!

  const sure = expect.any(Number)
  expect(confidence.parts).toEqual({
    lines: [{ name: sure, price: sure }, null],
  })
  const [soup] = (confidence.parts as { lines: { name: number; price: number }[] }).lines
  expect(confidence.whole).toBeCloseTo((soup!.name + soup!.price) / 3, 3)
  expect(confidence.words).toEqual({
    lines: [
      { name: [[expect.objectContaining({ text: 'Soup' })]], price: [[expect.anything()]] },
      null,
    ],
  })
})

test('a second reading makes it surer or less sure, by how much it agrees', () => {
  const first = judge({ name: 'Soup', price: 4.5 })!

  const agreedConfidence = updateConfidence(1, first)
  const disagreedConfidence = updateConfidence(0, first)

  expect(updateConfidence(0.5, first)).toEqual(first)
  expect(agreedConfidence.whole).toBeGreaterThan(first.whole)
  expect(disagreedConfidence.whole).toBeLessThan(first.whole)
  expect(agreedConfidence.words).toEqual(first.words)
  for (const part of ['name', 'price'] as const) {
    const partOf = ({ parts }: typeof first) => (parts as Record<string, number>)[part]
    expect(partOf(agreedConfidence)).toBeGreaterThan(partOf(first)!)
    expect(partOf(disagreedConfidence)).toBeLessThan(partOf(first)!)
  }
})

test('of other readings each part hears only what is said of it', () => {
  const value = { name: 'Soup', price: 4.5, note: null }
  const first = judge(value)!

  const agreement = computeAgreement(value, [
    { name: ' SOUP ', price: 4.5, note: 'x' },
    { name: 'Bread', price: 4.5 },
    null,
  ])
  const { parts, whole } = updateConfidence(agreement, first)

  expect(agreement).toEqual({ name: 1 / 3, price: 2 / 3, note: null })
  const initialParts = first.parts as Record<string, number>
  const finalParts = parts as Record<string, number>
  expect(finalParts.name).toBeLessThan(initialParts.name!)
  expect(finalParts.price).toBeGreaterThan(initialParts.price!)
  expect(whole).toBeCloseTo(first.whole, 10)
  expect(updateConfidence(computeAgreement(null, [4]), first)).toEqual(first)
})

test.each<[Json, Json, number]>([
  ['Harbour Cafe', 'HARBOUR  CAFÉ', 1],
  ['Harbour Cafe', 'Harbour', 0],
  [4.5, '4.5', 0],
  [true, 'True', 0],
  ['☒', '☐', 0],
  [['a', 'b'].join(), null, 0],
])('%j and %j agree by %j', (value, otherValue, agreement) => {
  expect(computeAgreement(value, [otherValue])).toBe(agreement)
})

test('the same value is judged the same again', () => {
  expect(judge({ total: 6.6, date: '2026-03-20' })).toEqual(
    judge({ total: 6.6, date: '2026-03-20' }),
  )
})

test('a value is less sure where little says that it is what was asked', async () => {
  const document = monospacedDocument(`
Larkfield Housing
Annual fee:        84.00
The charge for a late arrival is 36.20 and the keeping of a spare key costs nothing.
`)
  const confidenceOf = async (prompt: string) => {
    const [answer] = await answerWithoutModel(document, [{ key: 'value', prompt, type: 'number' }])
    return { value: answer?.value, whole: answer?.confidence?.whole ?? 0 }
  }

  const labelAnswer = await confidenceOf('annual fee')
  const inSentence = await confidenceOf('What is the charge for a late arrival?')

  expect(labelAnswer.value).toBe(84)
  expect(inSentence.value).toBe(36.2)
  expect(inSentence.whole).toBeLessThan(labelAnswer.whole - 0.05)
})
