import { expect, test } from 'vitest'
import type { LoggedEvent } from '../canned-model-process.ts'
import { fileNameOf, orderOf } from '../orders.ts'
import { type FaultCase, judgeFault } from './judge-fault.ts'
import type { Call } from './load.ts'

const call = (number: number, changes: Partial<Call> = {}): Call => ({
  numbers: [number],
  startedAt: 1000,
  endedAt: 3000,
  end: 'answered',
  saysWhen: false,
  ...changes,
})

const evidence = { metadata: { evidence_data: { order_number: 'somewhere' } } }

const file = (number: number, orderNumber = orderOf(number).order_number) => ({
  file: fileNameOf(number),
  status: 'COMPLETED',
  result: { output: { order_number: orderNumber }, ...evidence },
  error: null,
  finishedAt: 2500,
})

/** A request that the model answered. */
function asked(id: number, index: number): LoggedEvent[] {
  const requestFields = { id, idempotencyKey: 'one', at: new Date(index).toISOString() }
  return [
    { ...requestFields, event: 'received' },
    { ...requestFields, event: 'ended', outcome: 'replied' },
  ]
}

const whole: FaultCase = {
  calls: [call(1)],
  facts: {
    files: [file(1)],
    kept: [{ callKey: 'one', keptAt: 2400 }],
    executions: [],
    billed: 1,
  },
  log: asked(1, 2000),
  spans: [{ from: 2100, to: 2200 }],
  spoiled: [],
  mayCostCalls: true,
  mayEnd: [],
}

const brokenOf = (changes: Partial<FaultCase>) => judgeFault({ ...whole, ...changes }).broken
const withFiles = (files: FaultCase['facts']['files']) => ({ facts: { ...whole.facts, files } })

test('a document that is gone, wrong, double or failed without an excuse is found', () => {
  const failedFile = { ...file(1), status: 'ERROR', result: null, error: 'The model is away.' }

  expect(brokenOf(withFiles([]))).toEqual(['lost: PO-100001.pdf'])
  expect(brokenOf(withFiles([file(1, 'PO-7')]))).toEqual(['lost: PO-100001.pdf'])
  expect(brokenOf(withFiles([file(1), file(1)]))).toEqual(['two results: PO-100001.pdf'])
  expect(brokenOf(withFiles([failedFile]))).toEqual(['lost: PO-100001.pdf'])
  expect(brokenOf({ ...withFiles([failedFile]), mayEnd: ['failed'] })).toEqual([])
  expect(brokenOf({ ...withFiles([{ ...failedFile, error: null }]), mayEnd: ['failed'] })).toEqual([
    'lost: PO-100001.pdf',
  ])

  const partly = (errors: Record<string, string>, customer: string | null = null) => ({
    ...file(1),
    result: {
      output: { order_number: orderOf(1).order_number, customer },
      metadata: { ...evidence.metadata, errors },
    },
  })
  const inWords = { customer: 'The model is away.' }
  expect(brokenOf(withFiles([partly(inWords)]))).toEqual(['lost: PO-100001.pdf'])
  expect(brokenOf({ ...withFiles([partly(inWords)]), mayEnd: ['failed'] })).toEqual([])
  for (const silent of [partly({}), partly(inWords, 'Somebody else')]) {
    expect(brokenOf({ ...withFiles([silent]), mayEnd: ['failed'] })).toEqual([
      'lost: PO-100001.pdf',
    ])
  }
})

test('a call that is cut off, a refusal that does not say when to come back, and silence after a fault are found', () => {
  const refusedCall = call(2, { end: 'refused', said: '503' })

  expect(brokenOf({ calls: [call(1), call(2, { end: 'cut', said: 'ECONNRESET' })] })).toEqual([
    'a request cut: ECONNRESET',
  ])
  expect(brokenOf({ calls: [call(1), refusedCall], mayEnd: ['refused'] })).toEqual([
    'a refusal does not say when to ask again: 503',
  ])
  expect(brokenOf({ spans: [{ from: 4000, to: 5000 }] })).toEqual([
    'nobody was answered after fault 1',
  ])
})

test('a call is paid again only where a fault took its reply away', () => {
  const repeatedCalls = [...asked(1, 2000), ...asked(2, 2300)]

  expect(judgeFault({ ...whole, log: repeatedCalls })).toMatchObject({
    broken: [],
    payments: { keys: 1, requests: 2, paidTwice: 1 },
    backSeconds: [0.8],
    worstSeconds: 2,
  })
  expect(brokenOf({ log: repeatedCalls, mayCostCalls: false })).toEqual([
    expect.stringMatching(/^paid again for nothing: one \(asked at 0.000, 0.300;/),
  ])
  const damagedCalls = [{ callKey: 'one', at: 2050 }]
  expect(brokenOf({ log: repeatedCalls, mayCostCalls: false, spoiled: damagedCalls })).toEqual([])
  expect(brokenOf({ log: [...whole.log, ...asked(2, 2450)] })).toEqual([
    expect.stringContaining('nearest fault from'),
  ])
  expect(brokenOf({ facts: { ...whole.facts, kept: [], billed: 0 } })).toEqual([
    'a reply was not kept: one',
  ])
})

test('a whole one has nothing broken', () => {
  expect(brokenOf({})).toEqual([])
})
