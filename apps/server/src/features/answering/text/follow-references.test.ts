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
const namedIn = (part: string) => references.namedIn(part).map((at) => chunks[at]?.text ?? '')

test('what is nowhere headed, and a page that the document does not have, lead nowhere', () => {
  expect(namedIn('See Annex C, clause 9, Note Z and page 40.')).toEqual([])
  expect(namedIn('Parties, pageants and sections')).toEqual([])
})

test('sections, annexes and pages lead to where they begin', () => {
  expect(namedIn('See Annex B.')[0]).toContain('within 30 days')
  expect(namedIn('as in § 4.2')[0]).toContain('Interest is 5%')
  expect(namedIn('on page 1')[0]).toContain('Payment terms')
})

test('a text of a megabyte is gone through once', () => {
  const long = 'section '.repeat(130_000)
  expect(references.namedIn(long)).toEqual([])
})
