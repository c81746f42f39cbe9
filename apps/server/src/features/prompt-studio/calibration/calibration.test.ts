import { calibrate } from '@recto/extraction/calibrate'
import { expect, test } from 'vitest'
import type { FittedConfidence } from '../../answering/answering.port.ts'
import { calibrateConfidence } from './calibration.ts'

const from = (right: number) =>
  calibrate(Array.from({ length: 60 }, (_, n) => ({ confidence: 0.9, isRight: n < right })))!
const worth = (type: string, fit: FittedConfidence | undefined) =>
  calibrateConfidence(fit, { type, confidence: 0.9 })?.confidence ?? null

test('calibrates by type first, then by all types, and not at all with too few values', () => {
  const fit = { truths: 120, byType: { number: from(12) }, pooled: from(48), passings: [] }
  expect(worth('number', fit)).toBeLessThan(0.3)
  expect(worth('date', fit)).toBeGreaterThan(0.7)
  expect(worth('constructor', fit)).toBe(worth('date', fit))
  expect(worth('date', { ...fit, pooled: null })).toBeNull()
  expect(worth('number', undefined)).toBeNull()
})
