import { expect, test } from 'vitest'
import { cutText } from './chunk-text.ts'
import { indexReferences } from './follow-references.ts'

const pages = [
  'Payment terms are set out in Annex B and section 4.2; see also page 3.',
  '4.2 Late payment\nInterest is 5%.',
  'Annex B\nSuppliers are paid within 30 days.',
]
const text = pages.map((page) => `${page}\n\f`).join('')
const { chunks } = cutText(text, { size: 20, overlap: 0 })
const references = indexReferences(text, chunks)
const findTexts = (part: string) =>
  references.findReferenced(part).map((index) => chunks[index]?.text ?? '')

test('finds nothing for unknown headings and pages', () => {
  expect(findTexts('See Annex C, clause 9, Note Z and page 40.')).toEqual([])
  expect(findTexts('Parties, pageants and sections')).toEqual([])
})

test('finds where sections, annexes and pages begin', () => {
  expect(findTexts('See Annex B.')[0]).toContain('within 30 days')
  expect(findTexts('as in § 4.2')[0]).toContain('Interest is 5%')
  expect(findTexts('on page 1')[0]).toContain('Payment terms')
})

test('scans a text of one megabyte in linear time', () => {
  const longText = 'section '.repeat(130_000)
  expect(references.findReferenced(longText)).toEqual([])
})
