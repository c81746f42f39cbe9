import { expect, test } from 'vitest'
import { fitJudged, type TypedConfidence } from './fit-judged.ts'

const repeatJudged = (
  count: number,
  type: string,
  { confidence, right }: { readonly confidence: number | null; readonly right: number },
): TypedConfidence[] =>
  Array.from({ length: count }, (_, index) => ({ type, confidence, isRight: index < right }))

test('calibrates a type by its own expected values, other types by all together, and ignores fields without a value', () => {
  const fit = fitJudged([
    ...repeatJudged(60, 'number', { confidence: 0.9, right: 30 }),
    ...repeatJudged(40, 'date', { confidence: 0.9, right: 40 }),
    ...repeatJudged(200, 'text', { confidence: null, right: 200 }),
    ...repeatJudged(20, 'text', { confidence: 0, right: 0 }),
  ])
  expect(fit.truths).toBe(320)
  expect(Object.keys(fit.byType)).toEqual(['number'])
  expect(fit.byType.number?.truths).toBe(60)
  expect(fit.pooled?.truths).toBe(100)

  // All empty fields were right; of the others hardly more than half.
  const strictPassing = fit.passings.find(({ wrongPerThousand }) => wrongPerThousand === 30)
  expect(strictPassing).toMatchObject({ threshold: null, passesEmpty: true })
  expect(fit.passings.at(-1)?.threshold).toBe(0.9)
})

test('neither calibrates nor promises anything from too few expected values', () => {
  const fit = fitJudged(repeatJudged(5, 'number', { confidence: 0.99, right: 5 }))
  expect(fit).toMatchObject({ byType: {}, pooled: null })
  expect(
    fit.passings.every(({ threshold, passesEmpty }) => threshold === null && !passesEmpty),
  ).toBe(true)
  expect(fitJudged([])).toMatchObject({ truths: 0, pooled: null })
})
