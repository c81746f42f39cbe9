import { expect, test } from 'vitest'
import { cacheWords, openWordCaches } from './cache-words.ts'
import type { OcrEngine, OcrRequest } from './words/ocr-engine.ts'

const request: OcrRequest = {
  image: { width: 4, height: 2, channels: 1, pixels: new Uint8Array(8) },
  tier: 'high_quality',
  language: 'eng',
  medianFilterSize: 0,
  gaussianBlurRadius: 0,
  derotateThreshold: 10,
  checkboxConfidenceThreshold: 0.3,
  withCheckboxes: false,
  withRules: false,
}

function openCountingOcr() {
  const callCount = { calls: 0 }
  const ocr: OcrEngine = {
    async recognise() {
      callCount.calls += 1
      return { words: [], checkboxes: [], rules: [] }
    },
    close: async () => {},
  }
  return { counted: callCount, ocr }
}

test('a picture is recognised once in a scope, and again for another scope, picture or setting', async () => {
  const { counted: callCount, ocr } = openCountingOcr()
  const caches = openWordCaches()
  const calls: number[] = []
  const recognise = async (scope: string | undefined, changes: Partial<OcrRequest> = {}) => {
    await cacheWords(ocr, caches.in(scope)).recognise({ ...request, ...changes })
    calls.push(callCount.calls)
  }
  const otherPixels = { ...request.image, pixels: new Uint8Array(8).fill(1) }

  await recognise('a')
  await recognise('a')
  await recognise('b')
  await recognise('a', { language: 'deu' })
  await recognise('a', { image: otherPixels })
  await recognise('a')
  await recognise(undefined)
  await recognise(undefined)

  expect(calls).toEqual([1, 1, 2, 3, 4, 4, 5, 6])
})
