import { expect, test } from 'vitest'
import { settleShapes } from './settle-shapes.ts'

function settle(text: string, confidence = 0.95): string | undefined {
  return settleShapes([{ text, confidence, box: [0, 0, 10, 10] }])[0]?.text
}

test.each([
  'NO1',
  'B2',
  'A4',
  'MP3',
  'B026',
  'S006',
  'WA50',
  'RON95',
  'EC008',
  '1.X',
  'Section1',
  'IO',
  'SOS',
  'RMB',
  '{x}',
  '[1]',
  '2O',
  '1,240',
])('“%s” stays as it was read', (text) => {
  expect(settle(text)).toBe(text)
})

test('what the engine is sure of is no word with a digit in it', () => {
  expect(settle('Tab1e', 0.95)).toBe('Tab1e')
})

test.each([
  ['RMO.00', 'RM0.00'],
  ['RMB.38', 'RM8.38'],
  ['$1O.5O', '$10.50'],
  ['©.72', '0.72'],
  ['{162761-M)', '(162761-M)'],
  ['Tax(RM}', 'Tax(RM)'],
  ['AMT{RM)', 'AMT(RM)'],
  ['0.C.', 'O.C.'],
  ['SHO1', 'SH01'],
  ['VEO514:', 'VE0514:'],
  ['RO00178141', 'R000178141'],
  ['4401O7', '440107'],
])('“%s” is %s by what stands beside the shape', (text, expectedText) => {
  expect(settle(text)).toBe(expectedText)
})

test.each([
  ['Tab1e', 'Table'],
  ['Bi11', 'Bill'],
  ['1ssuing', 'Issuing'],
  ['M0NEY', 'MONEY'],
])('the doubted “%s” is the word %s', (text, expectedText) => {
  expect(settle(text, 0.7)).toBe(expectedText)
})

test('cents behind a comma follow the points of all other amounts, and stay where commas are the custom', () => {
  const page = (...texts: string[]) =>
    settleShapes(
      texts.map((text) => ({ text, confidence: 0.9, box: [0, 0, 10, 10] as const })),
    ).map(({ text }) => text)
  const points = ['1.25', '7.50', '3.40', '12.00', '0.60']

  expect(page(...points, '4,90')).toEqual([...points, '4.90'])
  expect(page('1,25', '7,50', '3.40', '12,00', '4,90')).toEqual([
    '1,25',
    '7,50',
    '3.40',
    '12,00',
    '4,90',
  ])
})
