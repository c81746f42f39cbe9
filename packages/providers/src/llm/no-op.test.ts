import { describe, expect, test } from 'vitest'
import { noOpEmbedding } from '../embedding/no-op.ts'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { noOpTextExtractor } from '../text-extractor/no-op.ts'
import { noOpVectorDb } from '../vector-db/no-op.ts'
import { noOpLlm } from './no-op.ts'

/** As a form saves it untouched: the default waiting time is a text. */
const settings = { adapter_name: 'Load test', wait_time: '0' }

test('the model gives its sentence and counts no tokens', async () => {
  const reply = await noOpLlm.open(settings, outsideOn()).complete!({ prompt: 'Anything' })

  expect(reply.text).toMatch(/\w/)
  expect(reply.usage).toEqual({ inputTokens: 0, outputTokens: 0 })
})

test('the reader gives its sentence for any file, as words that have a place', async () => {
  const extractor = noOpTextExtractor.open(settings, outsideOn())

  const { pages } = await extractor.read(new TextEncoder().encode('plain text'))
  const [page] = pages
  const [line] = page!.lines

  expect(page!.words.slice(line!.start, line!.end)).toEqual(page!.words)
  for (const { box } of page!.words) expect(box[2]).toBeGreaterThan(box[0])
})

test('the embedding gives a vector for each text, and the store finds none', async () => {
  const { vectors } = await noOpEmbedding.open(settings, outsideOn()).embed(['a', 'b'])
  const store = noOpVectorDb.open(settings, outsideOn())
  await store.put('chunks', [{ id: '1', vector: vectors[0]!, text: 'a' }])

  expect(vectors).toHaveLength(2)
  expect(await store.search('chunks', vectors[0]!, 3)).toEqual([])
})

test('the waiting time is waited, and a caller who stops need not wait', async () => {
  const stop = new AbortController()
  const slow = noOpLlm.open({ ...settings, wait_time: 3600 }, outsideOn())

  const call = slow.complete!({ prompt: 'Anything', signal: stop.signal })
  stop.abort()

  await expect(call).rejects.toThrow(/abort/)
})

test('a waiting time that is no number is refused by its name', () => {
  const open = () => noOpLlm.open({ ...settings, wait_time: 'long' }, outsideOn())

  expect(open).toThrow(/Wait time \(in seconds\): /)
})

describe.each([noOpLlm, noOpEmbedding, noOpVectorDb, noOpTextExtractor])('$name', (provider) => {
  sayProof(provider, 'this installation')

  test('is checked without any service, and refuses a time that is none', async () => {
    await provider.check(settings, outsideOn())
    await expect(provider.check({ wait_time: 'long' }, outsideOn())).rejects.toThrow(/^Wait time/)
  })
})
