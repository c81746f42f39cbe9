import { type DocumentText, formatVersion, type Line, type Word } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { builtInExtractor } from './built-in.ts'

sayProof(builtInExtractor, 'this installation')

/** A page of labels and values, each pair on a line of its own. */
function pageOf(rows: readonly (readonly [label: string, value: string])[]): DocumentText {
  const words: Word[] = []
  const lines: Line[] = []
  rows.forEach(([label, value], row) => {
    const start = words.length
    const top = 72 + row * 20
    for (const [text, left] of [
      [label, 72],
      [value, 260],
    ] as const) {
      let x = left
      for (const word of text.split(' ')) {
        const end = x + word.length * 5
        words.push({ text: word, box: [x, top, end, top + 10], confidence: 1, origin: 'native' })
        x = end + 3
      }
    }
    lines.push({ box: [72, top, words.at(-1)!.box[2], top + 10], start, end: words.length })
  })
  return {
    formatVersion,
    pages: [{ number: 0, width: 595, height: 842, rotation: 0, words, lines }],
  }
}

const invoice = pageOf([
  ['Invoice number', 'TR-2026-0417'],
  ['Due date', '13 April 2026'],
  ['Total due', '9,926.40'],
])

test('answers from labels with the place of each value, and null where nothing is said', async () => {
  const llm = builtInExtractor.open({ adapter_name: 'Mine' }, outsideOn())

  const answers = await llm.answer!(invoice, [
    { key: 'invoice_number', prompt: 'What is the invoice number?', type: 'text' },
    { key: 'total', prompt: 'What is the total amount due?', type: 'number' },
    { key: 'warranty_months', prompt: 'How many months of warranty are given?', type: 'number' },
  ])

  expect(answers).toMatchObject([
    { key: 'invoice_number', value: 'TR-2026-0417', evidence: [{ page: 0 }] },
    { key: 'total', value: 9926.4, evidence: [{ page: 0 }] },
    { key: 'warranty_months', value: null, evidence: null },
  ])
})

test('completes no prompt: what needs one can say so before it starts', () => {
  const llm = builtInExtractor.open({ adapter_name: 'Mine' }, outsideOn())

  expect(llm.complete).toBeUndefined()
})

test('a connection test passes without any service', async () => {
  await expect(builtInExtractor.check({ adapter_name: 'Mine' }, outsideOn())).resolves.toEqual([])
})
