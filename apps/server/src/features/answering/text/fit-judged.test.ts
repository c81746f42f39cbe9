import { expect, test } from 'vitest'
import { fitJudged, type JudgedConfidence } from './fit-judged.ts'

const many = (
  count: number,
  type: string,
  { confidence, right }: { readonly confidence: number | null; readonly right: number },
): JudgedConfidence[] =>
  Array.from({ length: count }, (_, n) => ({ type, confidence, isRight: n < right }))

test('a type is calibrated by its own truths, the others by all together, and fields without a value by none', () => {
  const fit = fitJudged([
    ...many(60, 'number', { confidence: 0.9, right: 30 }),
    ...many(40, 'date', { confidence: 0.9, right: 40 }),
    ...many(200, 'text', { confidence: null, right: 200 }),
    ...many(20, 'text', { confidence: 0, right: 0 }),
  ])
  expect(fit.truths).toBe(320)
  expect(Object.keys(fit.byType)).toEqual(['number'])
  expect(fit.byType.number?.truths).toBe(60)
  expect(fit.pooled?.truths).toBe(100)

  // Of what has no value every one was right; of what has one hardly more than half.
  const strict = fit.passings.find(({ wrongPerThousand }) => wrongPerThousand === 30)
  expect(strict).toMatchObject({ threshold: null, passesEmpty: true })
  expect(fit.passings.at(-1)?.threshold).toBe(0.9)
})

test('too few truths calibrate nothing and promise nothing', () => {
  const fit = fitJudged(many(5, 'number', { confidence: 0.99, right: 5 }))
  expect(fit).toMatchObject({ byType: {}, pooled: null })
  expect(
    fit.passings.every(({ threshold, passesEmpty }) => threshold === null && !passesEmpty),
  ).toBe(true)
  expect(fitJudged([])).toMatchObject({ truths: 0, pooled: null })
})
