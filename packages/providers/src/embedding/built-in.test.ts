import { expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { builtInMiniLm } from './built-in.ts'

sayProof(builtInMiniLm, 'this installation')

const miniLm = builtInMiniLm.open({ adapter_name: 'Mine' }, outsideOn())

const closeness = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)

test('texts that mean the same lie closer than texts that do not', async () => {
  const { vectors } = await miniLm.embed([
    'When must the invoice be paid?',
    'Payment due date',
    'The cat sleeps on the warm roof',
  ])
  const [question, nearVector, farVector] = vectors as [number[], number[], number[]]

  expect(closeness(question, nearVector)).toBeGreaterThan(closeness(question, farVector) + 0.2)
})

test('a vector has 384 numbers and the length one, whatever the text', async () => {
  const { vectors, usage } = await miniLm.embed(['', 'word '.repeat(5_000), 'Größe: 12 €'])

  for (const vector of vectors) {
    expect(vector).toHaveLength(384)
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  }
  expect(usage.tokens).toBeLessThan(300)
})

test('a text has the same vector alone and among others', async () => {
  // Too long to be kept, so that each is embedded twice.
  const texts = Array.from({ length: 20 }, (_, index) => `Line ${index} of an order. `.repeat(20))

  const [sharedReply, singleReply] = await Promise.all([
    miniLm.embed(texts),
    miniLm.embed([texts[17]!]),
  ])

  expect(sharedReply.vectors[17]).toEqual(singleReply.vectors[0])
})

test('a short text that comes again has the same vector and costs the same', async () => {
  const text = 'Amount due, in euros'
  const first = await miniLm.embed([text])
  const repeatedReply = await miniLm.embed([text, text])

  expect(repeatedReply.vectors).toEqual([...first.vectors, ...first.vectors])
  expect(repeatedReply.usage.tokens).toBe(2 * first.usage.tokens)
})

test('a caller who has stopped is not kept waiting', async () => {
  const signal = AbortSignal.abort(new Error('Ada closed the page.'))

  await expect(miniLm.embed(['a text'], { signal })).rejects.toThrow('Ada closed the page.')
})
