import type { Confidence, Question } from '@recto/provider-spec/answer'
import type { LlmReply } from '@recto/provider-spec/llm'
import { expect, test } from 'vitest'
import { createDocumentWork } from '../ask/document-work.ts'
import type { AskModel, LlmCall } from '../ask/llm-call.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { challengeAnswer } from './challenge-answer.ts'

const text = 'Netto 100,00\nBrutto 119,00'
const question: Question = { key: 'total', prompt: 'What is the total?', type: 'number' }
const first = { value: 100, evidence: null }

type Say = string | object | Error

function asking(replies: readonly Say[], calls: LlmCall[]): AskModel {
  let index = 0
  return async (call) => {
    calls.push(call)
    const reply = replies[index++] ?? 'nothing more'
    if (reply instanceof Error) throw reply
    const replyText = typeof reply === 'string' ? reply : JSON.stringify(reply)
    const usage = { inputTokens: 1, outputTokens: 1 }
    return { text: replyText, stoppedBy: 'end', usage, model: 'canned' } satisfies LlmReply
  }
}

type ChallengeOptions = {
  readonly contextWindow?: number
  readonly context?: readonly string[]
  readonly confidence?: Confidence | undefined
}

async function challenge(
  verdicts: readonly Say[],
  answers: readonly Say[] | undefined = [],
  { contextWindow = 0, context = [text], confidence }: ChallengeOptions = {},
) {
  const calls: LlmCall[] = []
  const challengedAnswer = await challengeAnswer({
    work: createDocumentWork(monospacedDocument(text)),
    question,
    answer: { ...first, confidence },
    instructions: { preamble: '', postamble: '', grammar: [] },
    context,
    challenger: { model: 'judge', contextWindow, ask: asking(verdicts, calls) },
    extractor: { model: 'reader', ask: answers && asking(answers, calls) },
    shouldAbort: (error) => error instanceof RangeError,
    now: () => new Date(0),
  })
  const logRows = challengedAnswer.log.runs.map(({ title, status, score }) => [
    title,
    status,
    score,
  ])
  return { ...challengedAnswer, calls, said: logRows }
}

test('[PS-018] [PS-301] an answer that passes stays, and the log says so', async () => {
  const {
    value,
    log,
    said: logRows,
    calls,
  } = await challenge([{ score: 4, reason: 'It stands there.' }])

  expect(value).toBe(100)
  expect(logRows).toEqual([
    ['Extraction by reader', 'success', undefined],
    ['Challenge by judge', 'success', 4],
    ['Result', 'success', 4],
  ])
  expect(log).toMatchObject({
    result: 100,
    runs: [
      { type: 'extraction', model: 'reader', result: '100' },
      { type: 'challenge', model: 'judge', result: 'It stands there.' },
      { type: 'result', result: '100', timestamp: '1970-01-01T00:00:00.000Z' },
    ],
  })
  expect(calls.map(({ step }) => step)).toEqual(['total/challenge-1'])
})

test('[PS-302] an answer that does not pass is asked for anew with the reason, and judged again', async () => {
  const wrong = { score: 2, reason: 'That is net.' }
  const {
    value,
    evidence,
    said: logRows,
    calls,
  } = await challenge([wrong, { score: 5, reason: '' }], ['119,00'])

  expect(value).toBe(119)
  expect(evidence).toEqual([expect.objectContaining({ quote: '119,00' })])
  expect(logRows).toEqual([
    ['Extraction by reader', 'success', undefined],
    ['Challenge by judge', 'success', 2],
    ['Re-Extraction by reader', 'success', undefined],
    ['Re-Challenge by judge', 'success', 5],
    ['Result', 'success', 5],
  ])
  expect(calls.map(({ step }) => step)).toEqual([
    'total/challenge-1',
    'total/answer/improve-1',
    'total/challenge-2',
  ])
  expect(calls[1]?.prompt).toContain('That is net.')
})

test('a score makes the answer more or less sure, and no score leaves it as sure', async () => {
  const sure = { whole: 0.7, parts: 0.7, words: null }
  const askScore = async (score: number) =>
    (await challenge([{ score, reason: '' }], undefined, { confidence: sure })).confidence?.whole
  expect(await askScore(5)).toBeGreaterThan(0.7)
  expect(await askScore(1)).toBeLessThan(0.7)
  const failedChallenge = await challenge([new Error('down')], undefined, { confidence: sure })
  expect(failedChallenge.confidence).toEqual(sure)
})

test('after three rounds the best judged answer stays, the first of equals', async () => {
  const verdicts = [1, 2, 2].map((score) => ({ score, reason: 'no' }))
  const { value, log, calls } = await challenge(verdicts, ['119,00', '7'])

  expect(value).toBe(119)
  expect(log.runs.at(-1)).toMatchObject({ type: 'result', score: 2 })
  expect(calls).toHaveLength(5)
})

test('a second model that is down, or answers prose twice, leaves the first answer', async () => {
  for (const verdicts of [
    [new Error('down')],
    ['Fine, I think.', 'It looks right.'],
    [{ score: 9 }],
  ]) {
    const { value, said: logRows } = await challenge(verdicts)
    expect(value).toBe(100)
    expect(logRows.slice(1)).toEqual([
      ['Challenge by judge', 'failed', undefined],
      ['Result', 'failed', undefined],
    ])
  }
})

test('a score in prose is understood, and prose is asked again once', async () => {
  expect((await challenge(['I give it a score: 3.'])).said[1]).toEqual([
    'Challenge by judge',
    'success',
    3,
  ])
  const { calls, said: logRows } = await challenge(['Fine.', { score: 3, reason: '' }])
  expect(calls.map(({ step }) => step)).toEqual(['total/challenge-1', 'total/challenge-1-again'])
  expect(logRows[1]?.[2]).toBe(3)
})

test('when the first model cannot answer anew, the judged answer stays', async () => {
  const wrong = { score: 1, reason: 'no' }
  const { value, said: logRows } = await challenge([wrong], [new Error('down')])
  expect(value).toBe(100)
  expect(logRows.at(-2)).toEqual(['Re-Extraction by reader', 'failed', undefined])
  expect(logRows.at(-1)).toEqual(['Result', 'success', 1])
})

test('what ends all work is no verdict', async () => {
  await expect(challenge([new RangeError('gone')])).rejects.toThrow('gone')
})

test('a second model with little room sees the part in which the answer stands', async () => {
  const filler = Array.from({ length: 900 }, () => 'A line of something else').join('\n')
  const { calls } = await challenge([{ score: 4, reason: '' }], [], {
    contextWindow: 4000,
    context: [`${filler}\nNetto 100\n${filler}`],
  })
  expect(calls[0]?.prompt).toContain('Netto 100')
  expect(calls[0]?.prompt.length).toBeLessThan(12_000)
})
