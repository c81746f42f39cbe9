import type { Question } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { createDocumentWork } from '../ask/document-work.ts'
import type { LlmCall } from '../ask/llm-call.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerInOnePass } from './answer-in-one-pass.ts'

const lines = [
  'Rechnung 4711 vom 5.3.2026',
  'Kunde: ACME GmbH',
  'Netto 1.234,50 EUR',
  'Brutto 1.469,06 EUR',
]
const ask = (key: string, type: Question['type'] = 'text'): Question => ({
  key,
  prompt: `Which ${key}?`,
  type,
})
const questions = [ask('number'), ask('customer'), ask('total', 'number'), ask('date', 'date')]
const all = { number: '4711', customer: 'ACME GmbH', total: '1.469,06', date: '5.3.2026' }

const keysOf = (schema: LlmCall['schema']) => (schema?.json.required ?? []) as string[]

type Reply = string | object | ((call: LlmCall) => string | object)
type Cut = { readonly cut: string }

function saying(reply: Reply | Cut, call: LlmCall) {
  const replyValue = typeof reply === 'function' ? reply(call) : reply
  if (typeof replyValue === 'object' && 'cut' in replyValue) {
    return { text: String(replyValue.cut), stoppedBy: 'length' as const }
  }
  const text = typeof replyValue === 'string' ? replyValue : JSON.stringify(replyValue)
  return { text, stoppedBy: 'end' as const }
}

/** Answers from those replies one after the other, and remembers what was asked. */
async function run(
  replies: readonly (Reply | Cut | Error)[],
  { text = lines.join('\n'), contextWindow = 0, asked: questionList = questions } = {},
) {
  const calls: LlmCall[] = []
  const outcomes = await answerInOnePass({
    work: createDocumentWork(monospacedDocument(text)),
    questions: questionList,
    instructions: { preamble: '', postamble: '', grammar: [] },
    text,
    contextWindow,
    async askModel(call) {
      const reply = replies[Math.min(calls.length, replies.length - 1)] ?? ''
      calls.push(call)
      if (reply instanceof Error) throw reply
      return { ...saying(reply, call), usage: { inputTokens: 1, outputTokens: 1 }, model: 'canned' }
    },
  })
  const values = Object.fromEntries(
    outcomes.map((one) => [one.key, one.isOk ? one.value : one.error]),
  )
  return { outcomes, values, calls, steps: calls.map(({ step }) => step) }
}

const right = { number: '4711', customer: 'ACME GmbH', total: 1469.06, date: '2026-03-05' }

test('one call answers all questions by the rules of their types, with evidence', async () => {
  const { values, steps, calls, outcomes } = await run([all])

  expect(values).toEqual(right)
  expect(steps).toEqual(['single-pass/1'])
  expect(calls[0]?.schema?.json).toMatchObject({ required: Object.keys(all) })
  const [number] = outcomes
  expect(number).toMatchObject({ evidence: [{ quote: '4711', page: 0 }] })
})

test('a number of JSON is not read as the document writes numbers', async () => {
  expect((await run([{ ...all, total: 1234.567 }])).values.total).toBe(1234.567)
  const truth = [ask('paid', 'boolean'), ask('open', 'boolean')]
  const { values } = await run([{ paid: true, open: false }], { asked: truth })
  expect(values).toEqual({ paid: true, open: false })
})

test('keys that a model drops are asked for in one further call, and then left open with a reason', async () => {
  const { total: _, date: __, ...someValues } = all
  const { values, steps, calls, outcomes } = await run([someValues, { total: all.total }])

  expect(values).toEqual({ ...right, date: null })
  expect(steps).toEqual(['single-pass/1', 'single-pass/2'])
  expect(keysOf(calls[1]?.schema)).toEqual(['total', 'date'])
  expect(outcomes.at(-1)).toMatchObject({ explanation: { missing: { kind: 'left-out' } } })
})

test('a value of another type is asked for alone', async () => {
  const { values, steps } = await run([{ ...all, date: 'in spring' }, '5.3.2026'])

  expect(values).toEqual(right)
  expect(steps).toEqual(['single-pass/1', 'date/answer'])
})

const withRemarks = (value: string) => ({ value, confidence: 0.9, page: 1 })

test.each<[string, string | object]>([
  [
    'keys in another case or with blanks',
    { Number: '4711', ' CUSTOMER ': 'ACME GmbH', 'Total:': '1.469,06', date: '5.3.2026' },
  ],
  [
    'values with remarks',
    Object.fromEntries(Object.entries(all).map(([k, v]) => [k, withRemarks(v)])),
  ],
  ['one value with remarks', { ...all, total: { answer: '1.469,06', reason: 'It says so.' } }],
  ['values in lists', Object.fromEntries(Object.entries(all).map(([k, v]) => [k, [v]]))],
  ['a list of keys and values', Object.entries(all).map(([key, value]) => ({ key, value }))],
  [
    'a list in an object',
    { fields: Object.entries(all).map(([name, value]) => ({ name, value })) },
  ],
  ['a list of one object', [all]],
  ['an object in objects', { status: 'ok', result: { data: all } }],
  [
    'lines',
    Object.entries(all)
      .map(([k, v]) => `- **${k}**: ${v}`)
      .join('\n'),
  ],
  [
    'a table',
    `| field | value |\n|---|---|\n${Object.entries(all)
      .map(([k, v]) => `| ${k} | ${v} |`)
      .join('\n')}`,
  ],
  [
    'prose around a fence',
    `Here is what I found:\n\n\`\`\`json\n${JSON.stringify(all)}\n\`\`\`\nTell me if you need more.`,
  ],
])('%s are understood in one call', async (_, reply) => {
  const { values, steps } = await run([reply])

  expect(values).toEqual(right)
  expect(steps).toEqual(['single-pass/1'])
})

test('two keys that are alike leave open which is meant, and the question is asked again', async () => {
  const { number: _, ...rest } = all
  const { values, calls } = await run([{ ...rest, Number: '1', NUMBER: '2' }, { number: '4711' }])

  expect(values).toEqual(right)
  expect(keysOf(calls[1]?.schema)).toEqual(['number'])
})

test('a JSON value that looks like a wrapper stays whole', async () => {
  const weight = { value: 5, type: 'net' }
  const { values } = await run([{ weight, number: '4711' }], {
    asked: [ask('weight', 'json'), ask('number')],
  })

  expect(values).toEqual({ weight, number: '4711' })
})

test('of a reply that was cut the whole values are kept, and the rest is asked again', async () => {
  const cut = { cut: '{"number": "4711", "customer": "ACME Gm' }
  const { customer, total, date } = all
  const { values, calls } = await run([cut, { customer, total, date }])

  expect(values).toEqual(right)
  expect(Object.keys(calls[1]?.schema?.json.properties ?? {})).toEqual([
    'customer',
    'total',
    'date',
  ])
})

test('when even the first value is cut, fewer questions are asked at a time', async () => {
  const { number, customer, total, date } = all
  const { values, steps } = await run([
    { cut: '{"number": "47' },
    { number, customer },
    { total, date },
  ])

  expect(values).toEqual(right)
  expect(steps).toHaveLength(3)
})

test('a model that answers prose is asked once more, and then all is left open with a reason', async () => {
  const { values, steps, outcomes } = await run(['I found an invoice.', 'It is from ACME.'])

  expect(values).toEqual({ number: null, customer: null, total: null, date: null })
  expect(steps).toEqual(['single-pass/1', 'single-pass/2'])
  for (const one of outcomes)
    expect(one).toMatchObject({ explanation: { missing: { kind: 'left-out' } } })
})

test('JSON inside of prose, other letters of keys and a wrapper are understood', async () => {
  const { NUMBER, ...rest } = { NUMBER: all.number, ...all }
  const { number: _, ...otherValues } = rest
  const odd = `Here you are:\n\`\`\`json\n${JSON.stringify({ values: { Number: NUMBER, ...otherValues } })}\n\`\`\``
  const { values, steps } = await run([odd])

  expect(values).toEqual(right)
  expect(steps).toHaveLength(1)
})

test('a text that the context has no room for goes window by window, for what is still open', async () => {
  const filler = Array.from({ length: 900 }, (_, i) => `Line ${i} of something else entirely`)
  const text = [...lines.slice(0, 2), ...filler, ...lines.slice(2)].join('\n')
  const answer = ({ prompt }: LlmCall) => ({
    number: prompt.includes('4711') ? '4711' : null,
    customer: prompt.includes('ACME') ? 'ACME GmbH' : null,
    total: prompt.includes('Brutto') ? '1.469,06' : null,
    date: prompt.includes('5.3.2026') ? '5.3.2026' : null,
  })
  const { values, calls } = await run([answer], { text, contextWindow: 4000 })

  expect(values).toEqual(right)
  expect(calls.length).toBeGreaterThan(2)
  for (const { prompt } of calls) expect(prompt.length).toBeLessThan(12_000)
  const last = calls.at(-1)?.schema?.json.required
  expect(last).toEqual(['total'])
})

test('more questions than fit go group by group', async () => {
  const manyQuestions = Array.from({ length: 120 }, (_, i) => ask(`field_${i}`))
  const answer = ({ schema }: LlmCall) =>
    Object.fromEntries(keysOf(schema).map((key) => [key, '4711']))
  const { values, calls } = await run([answer], { asked: manyQuestions, contextWindow: 4000 })

  expect(Object.values(values)).toEqual(manyQuestions.map(() => '4711'))
  expect(calls.length).toBeGreaterThan(3)
})

test('an empty document says nothing, and nothing is paid', async () => {
  const { values, calls } = await run([all], { text: ' \n ' })
  expect(values).toEqual({ number: null, customer: null, total: null, date: null })
  expect(calls).toEqual([])
})

test('a model that is away fails the questions that have no value yet', async () => {
  const unreachableError = new Error('away')
  const { number, customer } = all
  const { values } = await run([{ number, customer }, unreachableError])
  expect(values).toEqual({
    number: '4711',
    customer: 'ACME GmbH',
    total: unreachableError,
    date: unreachableError,
  })
})
