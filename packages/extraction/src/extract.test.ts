import type { Llm } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { expect, test } from 'vitest'
import type { AskModel } from './ask/llm-call.ts'
import { answerWithoutModel } from './built-in/answer-without-model.ts'
import { ExtractionError, extractAnswers } from './extract.ts'
import { monospacedDocument } from './testing/monospaced-document.ts'

const document = monospacedDocument(`
Invoice number: A-17
Invoice date:   5 May 2026
`)
const questions = [
  { key: 'number', prompt: 'What is the invoice number?', type: 'text' as const },
  { key: 'date', prompt: 'What is the invoice date?', type: 'date' as const },
]
const instructions = { preamble: '', postamble: '', grammar: [] }
const model: Llm = { model: 'canned', contextWindow: 0 }
const reply = (text: string) => ({
  text,
  stoppedBy: 'end' as const,
  usage: { inputTokens: 1, outputTokens: 1 },
  model: 'canned',
})

test('asks one question after the other, each from the passages that come with it', async () => {
  const steps: string[] = []
  const complete: AskModel = async ({ step, prompt }) => {
    steps.push(step)
    return reply(prompt.includes('about date') ? '5 May 2026' : 'A-17')
  }

  const answers = await extractAnswers({
    document,
    questions: questions.map((one) => ({ ...one, context: [`about ${one.key}`] })),
    llm: { ...model, complete },
    instructions,
  })

  expect(answers).toMatchObject([
    { key: 'number', value: 'A-17', evidence: [{ page: 0, quote: 'A-17' }] },
    { key: 'date', value: '2026-05-05', evidence: [{ page: 0, quote: '5 May 2026' }] },
  ])
  expect(steps).toEqual(['number/answer', 'date/answer'])
  expect(answers.map(({ context }) => context)).toEqual([['about number'], ['about date']])
})

test('rejects with the key of a question that fails, and what the adapter said as the cause', async () => {
  const rateLimitError = new ProviderError({ code: 'rate-limited', message: 'Too many requests.' })

  const complete: AskModel = async ({ step }) => {
    if (step === 'date/answer') throw rateLimitError
    return reply('A-17')
  }

  const answersPromise = extractAnswers({
    document,
    questions,
    llm: { ...model, complete },
    instructions,
  })

  await expect(answersPromise).rejects.toThrow(ExtractionError)
  await expect(answersPromise).rejects.toMatchObject({
    key: 'date',
    message: 'date: Too many requests.',
    cause: rateLimitError,
  })
})

test('asks no adapter to complete prompts that answers by itself', async () => {
  const complete: AskModel = async () => {
    throw new Error('must not be called')
  }
  const llm: Llm = {
    ...model,
    answer: (text, questionList) => answerWithoutModel(text, questionList),
  }

  const answers = await extractAnswers({
    document,
    questions,
    llm: { ...llm, complete },
    instructions,
  })

  expect(answers.map(({ value }) => value)).toEqual(['A-17', '2026-05-05'])
})
