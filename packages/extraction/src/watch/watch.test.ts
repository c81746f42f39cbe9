import { expect, test } from 'vitest'
import { randomFrom } from '../calibration/testing/simulated-projects.ts'
import { findAlarms } from './find-alarms.ts'
import { findChange, minReference, tieOf } from './find-change.ts'
import { changeKinds, deploymentOf } from './testing/simulated-deployments.ts'
import type { WatchedDocument } from './watched-document.ts'

const acceptAll = () => true

/** Searches a series in which an event has one rate before a position and another one from it on. */
function findIn(rates: readonly [before: number, after: number], position: number, seed: number) {
  const random = randomFrom(seed)
  const scores = Array.from({ length: 600 }, (_, index) =>
    random() < (index < position ? rates[0] : rates[1]) ? 1 : 0,
  )
  const ties = scores.map((_, index) => tieOf(`${seed}/${index}`))
  return findChange({ scores, ties, threshold: 1e6, isRelevant: acceptAll })
}

test('a change is found where it is, and nothing is found before there is a reference', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const change = findIn([0.05, 0.6], 300, seed)
    expect(change?.start).toBeGreaterThan(290)
    expect(change?.start).toBeLessThan(315)
    expect(change?.end).toBeLessThan(340)
    expect(findIn([0.05, 0.05], 300, seed)).toBeUndefined()
    expect(findIn([0.05, 1], minReference - 20, seed)?.end ?? 600).toBeGreaterThan(minReference)
  }
})

test('a change that is too small to matter is not reported', () => {
  const scores = Array.from({ length: 400 }, (_, index) => (index < 200 ? 0 : 1))
  const ties = scores.map((_, index) => tieOf(String(index)))
  expect(findChange({ scores, ties, threshold: 1e6, isRelevant: () => false })).toBeUndefined()
  expect(findChange({ scores, ties, threshold: 1e6, isRelevant: acceptAll })?.start).toBe(200)
})

test('an alarm says what has changed, since when, and in which documents', () => {
  const documents = Array.from({ length: 200 }, (_, index): WatchedDocument => {
    const isEmpty = index >= 150 ? index % 2 === 0 : index % 25 === 0
    return {
      id: `document ${index}`,
      fields: { total: { isEmpty, confidence: isEmpty ? null : 0.9, isContradicted: false } },
      failedChecks: 0,
      wasSentToReview: false,
      correctedFields: null,
      seconds: 2,
      dollars: null,
    }
  })
  const alarms = findAlarms({ documents, documentsPerDay: 20 })
  const alarm = alarms.find(({ field }) => field === 'total')
  expect(alarm).toMatchObject({ field: 'total', measure: 'empty' })
  expect(alarm?.before.mean).toBeCloseTo(0.04, 2)
  expect(alarm?.after.mean).toBeGreaterThan(0.4)
  expect(alarm?.before.high).toBeLessThan(0.1)
  expect(alarm?.documentIds.every((id) => Number(id.split(' ')[1]) >= 140)).toBe(true)
  expect(new Set(alarms.map(({ measure }) => measure))).toEqual(new Set(['empty']))
  expect(findAlarms({ documents, documentsPerDay: 20, startOf: () => 160 })).toEqual([])
})

test('of 200 simulated deployments, 90 % of the changes are found within 50 documents, with one false alarm in 1,000 days at most', () => {
  let foundCount = 0
  let falseAlarmCount = 0
  let days = 0
  for (let seed = 1; seed <= 100; seed++) {
    const position = 150 + 2 * seed
    const kind = changeKinds[seed % 3] ?? 'new layout'
    const deployment = deploymentOf({
      seed,
      documentCount: position + 50,
      change: { kind, position },
    })
    const alarms = findAlarms(deployment).map(({ lastId }) => Number(lastId.split('/')[1]))
    days += position / deployment.documentsPerDay
    if (alarms.some((end) => end < position)) falseAlarmCount++
    else if (alarms.length > 0) foundCount++
  }
  for (let seed = 1001; seed <= 1100; seed++) {
    const deployment = deploymentOf({ seed, documentCount: 400 })
    days += deployment.documents.length / deployment.documentsPerDay
    falseAlarmCount += findAlarms(deployment).length
  }
  expect(days).toBeGreaterThan(1000)
  expect(foundCount).toBeGreaterThanOrEqual(90)
  expect(falseAlarmCount).toBeLessThanOrEqual(days / 1000)
})
