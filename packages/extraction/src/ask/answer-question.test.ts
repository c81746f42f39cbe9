import type { FieldType } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { describeWarning } from '../explain/describe-explanation.ts'
import { extractAnswers } from '../extract.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { assemblePrompt, defaultPostamble, defaultPreamble } from './assemble-prompt.ts'
import type { LlmCall } from './llm-call.ts'

const bill = monospacedDocument(`
Harbour Cafe                     Date: 03/20/2026
Total due                        $1,240.50
Paid: yes                        owner@harbour.example
`)
const instructions = { preamble: 'Read well.', postamble: 'Be brief.', grammar: [] }

/** A model that says what it is told to say, one text a call. */
function modelSaying(...texts: readonly string[]) {
  const calls: LlmCall[] = []
  const complete = async (call: LlmCall) => {
    calls.push(call)
    const text = texts[calls.length - 1]
    if (text === undefined) throw new Error('The model was called too often.')
    const usage = { inputTokens: 10, outputTokens: 2 }
    return { text, stoppedBy: 'end' as const, usage, model: 'canned' }
  }
  return { calls, llm: { model: 'canned', complete } }
}

async function ask(type: FieldType, ...texts: readonly string[]) {
  const { calls, llm } = modelSaying(...texts)
  const question = { key: 'field', prompt: 'What is the total due?', type }
  const [extractedAnswer] = await extractAnswers({
    document: bill,
    questions: [question],
    instructions,
    llm,
  })
  const { context, calls: callRecords = [], ...answer } = extractedAnswer!
  const steps = calls.map(({ step }) => step)
  const schemas = calls.map(({ schema }) => schema?.name)
  return { answer, value: answer.value, context, calls: callRecords, steps, schemas }
}

describe('the prompt', () => {
  test('holds preamble, question with synonyms, postamble and context, in this order', () => {
    const grammar = [
      { word: 'total', synonyms: ['sum', 'amount due'] },
      { word: 'unused', synonyms: [] },
    ]

    const prompt = assemblePrompt(
      { prompt: 'What is the total?', type: 'text' },
      { ...instructions, grammar },
      ['first part', 'second part'],
    )

    expect(prompt).toBe(`Read well.

Question: What is the total?
In this document "total" means the same as "sum", "amount due".

Be brief.

Document:
-----
first part
second part
-----

Answer:`)
  })

  test('holds the layout of the whole document, or the chunks that were retrieved', async () => {
    const whole = await ask('text', 'Harbour Cafe')
    const { calls, llm } = modelSaying('Harbour Cafe')
    const context = ['one', 'two']
    const question = { key: 'name', prompt: 'Who?', type: 'text' as const, context }
    const [chunkedAnswer] = await extractAnswers({
      document: bill,
      questions: [question],
      instructions,
      llm,
    })

    expect(whole.context).toHaveLength(1)
    expect(whole.calls[0]?.prompt).toContain(whole.context[0])
    expect(whole.context[0]).toMatch(/Total due {5,}\$1,240\.50/)
    expect(chunkedAnswer?.context).toEqual(['one', 'two'])
    expect(calls[0]?.prompt).toContain('one\ntwo')
  })

  test('[PS-181] the default postamble forbids explanations; [PS-182] a default preamble exists', () => {
    expect(defaultPostamble).toMatch(/no explanation/)
    expect(defaultPreamble).toMatch(/document/)
  })
})

describe('a first answer that is understood costs one call', () => {
  test.each<[FieldType, string, unknown, object | null]>([
    ['text', 'Harbour Cafe\n\n', 'Harbour Cafe', [{ quote: 'Harbour Cafe', match: 'exact' }]],
    ['number', 'The total due is $1,240.50.', 1240.5, [{ quote: '$1,240.50' }]],
    ['date', 'March 20, 2026', '2026-03-20', [{ quote: '03/20/2026', match: 'normalised' }]],
    ['email', 'Write to owner@harbour.example.', 'owner@harbour.example', [{ match: 'exact' }]],
    ['boolean', 'Yes, it was paid.', true, null],
    [
      'json',
      '{"total": 1240.5, "tip": "NA"}',
      { total: 1240.5, tip: null },
      { total: [{ quote: '$1,240.50' }], tip: null },
    ],
  ])('as %s the text “%s” is understood', async (type, text, value, evidence) => {
    const result = await ask(type, text)

    expect(result.value).toEqual(value)
    if (evidence === null) expect(result.answer.evidence).toBeNull()
    else expect(result.answer.evidence).toMatchObject(evidence)
    expect(result.steps).toEqual(['field/answer'])
  })

  test.each<[FieldType, string]>([
    ['boolean', 'no idea'],
    ['boolean', 'No idea.'],
    ['boolean', 'N/A'],
    ['number', 'not stated'],
    ['date', 'Unknown'],
    ['email', 'None.'],
  ])('as %s “%s” says that the document does not, and is no value', async (type, text) => {
    const { answer, steps } = await ask(type, text)

    expect(answer).toEqual({ key: 'field', value: null, evidence: null })
    expect(steps).toHaveLength(1)
  })

  test('of a text the same words may be what is asked for', async () => {
    expect((await ask('text', 'Unknown')).value).toBe('Unknown')
  })

  test.each<FieldType>(['text', 'number', 'date', 'email', 'boolean', 'json'])(
    'NA is understood as null for the type %s',
    async (type) => {
      const result = await ask(type, ' nA\n')

      expect(result.answer).toEqual({ key: 'field', value: null, evidence: null })
      expect(result.steps).toHaveLength(1)
    },
  )
})

describe('an answer that is not understood is restated once', () => {
  test.each<[FieldType, string, string, unknown]>([
    ['number', 'one thousand two hundred and forty and a half', '1240.5', 1240.5],
    ['date', 'the twentieth of March in 2026', '2026-03-20', '2026-03-20'],
    ['email', 'owner (at) harbour (dot) example', 'owner@harbour.example', 'owner@harbour.example'],
    ['boolean', 'It was settled in full.', 'yes', true],
    ['date', 'soon', 'NA', null],
    ['boolean', 'No receipt was found, so yes.', '{"value": true}', true],
    ['number', 'about a dozen', '{"value": 12}', 12],
    ['number', 'about nothing', '{"value": null}', null],
    ['date', 'in spring', 'As JSON: {"value": "2026-03-20"}', '2026-03-20'],
    ['json', 'no idea', '{"total": 1240.5}', { total: 1240.5 }],
    ['json', 'There is none.', 'NA', null],
  ])('as %s the text “%s” is asked for in other words', async (type, first, second, value) => {
    const result = await ask(type, first, second)

    expect(result.value).toEqual(value)
    expect(result.steps).toEqual(['field/answer', 'field/normalise'])
    expect(result.calls.map(({ purpose }) => purpose)).toEqual(['answer', 'normalise'])
    expect(result.schemas).toEqual([undefined, type === 'json' ? undefined : 'answer'])
    expect(result.calls[1]?.prompt).toContain(first)
  })
})

describe('what stands around a value is not part of it', () => {
  test.each<[FieldType, string, unknown]>([
    ['text', '"Harbour Cafe"', 'Harbour Cafe'],
    ['text', '“Harbour Cafe”', 'Harbour Cafe'],
    ['text', '**Harbour Cafe**', 'Harbour Cafe'],
    ['text', '`Harbour Cafe`', 'Harbour Cafe'],
    ['text', '**"Harbour Cafe"**', 'Harbour Cafe'],
    ['text', '```\nHarbour Cafe\n```', 'Harbour Cafe'],
    ['text', '```text\nHarbour Cafe\n```', 'Harbour Cafe'],
    ['text', 'Answer: Harbour Cafe', 'Harbour Cafe'],
    ['text', '**Answer:** Harbour Cafe', 'Harbour Cafe'],
    ['text', 'The total due is $1,240.50.', '$1,240.50'],
    ['text', 'The total due is **$1,240.50**.', '$1,240.50'],
    ['text', 'Based on the document, the total due is "$1,240.50".', '$1,240.50'],
    ['text', 'Here is the answer:\n\nHarbour Cafe', 'Harbour Cafe'],
    ['text', '"NA"', null],
    ['text', '**NA**', null],
    ['number', '**$1,240.50**', 1240.5],
    ['number', '```\n1240.50\n```', 1240.5],
    ['date', '"03/20/2026"', '2026-03-20'],
    ['date', '**March 20, 2026**', '2026-03-20'],
    ['boolean', '**Yes**', true],
    ['number', '"NA"', null],
  ])('as %s from “%s”', async (type, text, value) => {
    const result = await ask(type, text)

    expect(result.value).toEqual(value)
    expect(result.steps).toEqual(['field/answer'])
    expect(result.calls[0]?.reply.text).toBe(text)
  })

  test.each([
    'The tenant is liable',
    'Harbour Cafe on the pier',
    'He said "no" twice',
    '2 * 3 * 4',
    '_id',
    'The total due is more than the Harbour Cafe owner can pay.',
  ])('“%s” is kept as it is', async (text) => {
    expect((await ask('text', text)).value).toBe(text)
  })

  test('quotes and marks that the document itself has are part of the value', async () => {
    const { llm } = modelSaying('"Golden Bell" **Ltd**')
    const [answer] = await extractAnswers({
      document: monospacedDocument('Seller: "Golden Bell" **Ltd**'),
      questions: [{ key: 'seller', prompt: 'Who sells?', type: 'text' }],
      instructions,
      llm,
    })
    expect(answer?.value).toBe('"Golden Bell" **Ltd**')
  })
})

describe('a model that does not answer gives no value, and its words are the reason', () => {
  test.each<[FieldType, string]>([
    ['text', 'Sorry, I cannot help with that.'],
    ['text', 'I’m sorry, but I can’t assist with this request.'],
    ['text', 'I am unable to process this document.'],
    ['text', 'As an AI language model, I do not read documents.'],
    ['text', 'Unfortunately, I could not find the total in the text.'],
    ['text', 'Es tut mir leid, das kann ich nicht beantworten.'],
    ['text', 'Désolé, je ne peux pas répondre.'],
    ['text', 'Lo siento, no puedo ayudar con eso.'],
    ['number', 'I cannot determine the total of 1,240.50.'],
    ['date', 'I apologize, but there is no date.'],
    ['boolean', 'Sorry, no.'],
  ])('as %s: %s', async (type, text) => {
    const { answer, steps } = await ask(type, text)

    expect(answer).toMatchObject({
      value: null,
      evidence: null,
      explanation: { missing: { kind: 'refused', words: text } },
    })
    expect(steps).toEqual(['field/answer'])
  })

  test('what the document itself says is a value, however it begins', async () => {
    const { llm } = modelSaying('Sorry, I cannot come.')
    const [answer] = await extractAnswers({
      document: monospacedDocument('Dear Bob,\nSorry, I cannot come.\nYours, Ada'),
      questions: [{ key: 'message', prompt: 'What does Ada say?', type: 'text' }],
      instructions,
      llm,
    })
    expect(answer).toMatchObject({ value: 'Sorry, I cannot come.', evidence: [{ page: 0 }] })
  })
})

test('keeps a value that the document does not say, without evidence', async () => {
  const result = await ask('text', 'Grand Hotel')

  expect(result.answer).toEqual({ key: 'field', value: 'Grand Hotel', evidence: null })
})

describe('an answer that cannot be used is a failure that names the field', () => {
  test.each<[FieldType, string, string]>([
    ['number', 'no number', 'a number'],
    ['date', 'some day', 'a date'],
    ['email', 'none given', 'an e-mail address'],
    ['boolean', 'perhaps', 'yes or no'],
  ])('[PS-243] as %s, also said again: “%s”', async (type, repeatedName, name) => {
    await expect(ask(type, 'hard to say', repeatedName)).rejects.toThrow(
      `The model did not answer “field” with ${name}: “${repeatedName}”`,
    )
  })

  test('and a refusal is none to be said again', async () => {
    const calls: string[] = []
    const complete = async ({ step }: LlmCall) => {
      calls.push(step)
      const usage = { inputTokens: 1, outputTokens: 1 }
      return { text: 'I cannot.', stoppedBy: 'filter' as const, usage, model: 'canned' }
    }
    const question = { key: 'field', prompt: 'Who?', type: 'text' as const }
    const answersPromise = extractAnswers({
      document: bill,
      questions: [question],
      instructions,
      llm: { model: 'canned', complete },
    })

    await expect(answersPromise).rejects.toThrow('The model refused to answer “field”: “I cannot.”')
    expect(calls).toEqual(['field/answer'])
  })
})

describe('a reply that is no JSON', () => {
  test.each([
    ['I am sorry.'],
    ['The total is 1,240.50 dollars.'],
    [''],
    ['"1240.50 (see page 1'],
    ['```\nTotal: 1240.50\n```'],
    ['{'],
    ['[[[[{"total":'],
    ['{"total": null, "paid": [null'],
  ])('[PS-243] also when asked again, is an empty object with its words: %j', async (reply) => {
    const { answer, steps } = await ask('json', 'hard to say', reply)

    const words = reply.replace(/\s+/g, ' ')
    expect(answer).toEqual({
      key: 'field',
      value: {},
      evidence: {},
      explanation: { missing: { kind: 'no-json', words } },
    })
    expect(describeWarning(answer.explanation!)).toContain(words)
    expect(steps).toEqual(['field/answer', 'field/normalise'])
  })

  test.each<[string, unknown]>([
    ['{"total": 1240.5, "paid": true', { total: 1240.5, paid: true }],
    ['{"name": "Harbour Cafe", "total": 12', { name: 'Harbour Cafe', total: null }],
    ['{"name": "Harbour Cafe", "total"', { name: 'Harbour Cafe', total: null }],
    ['{"name": "Harbour Cafe", "mail": "owner@harb', { name: 'Harbour Cafe', mail: null }],
    [
      '```json\n[{"item": "Tea", "price": 2}, {"item": "Cof',
      [{ item: 'Tea', price: 2 }, { item: null }],
    ],
  ])('that breaks off keeps what is complete, and says so: %s', async (reply, value) => {
    const { answer } = await ask('json', 'hard to say', reply)

    expect(answer.value).toEqual(value)
    expect(answer.explanation).toEqual({ found: [{ kind: 'broken-off' }] })
    expect(describeWarning(answer.explanation!)).toContain('broke off')
  })
})

describe('an answer that was cut is gone on with', () => {
  /** Says the text in pieces of that length, each cut but the last. */
  async function inPieces(type: FieldType, pieces: readonly string[], steps: string[] = []) {
    const complete = async ({ step }: LlmCall) => {
      const text = pieces[steps.length] ?? ''
      steps.push(step)
      const stoppedBy = steps.length < pieces.length ? ('length' as const) : ('end' as const)
      return { text, stoppedBy, usage: { inputTokens: 1, outputTokens: 1 }, model: 'canned' }
    }
    const question = { key: 'field', prompt: 'What?', type }
    const llm = { model: 'canned', complete }
    const [extractedAnswer] = await extractAnswers({
      document: bill,
      questions: [question],
      instructions,
      llm,
    })
    return { value: extractedAnswer?.value, steps }
  }

  test.each<[FieldType, readonly string[], unknown]>([
    ['text', ['Harbour ', 'Ca', 'fe'], 'Harbour Cafe'],
    ['json', ['{"total": 1240', '.5, "paid"', ': true}'], { total: 1240.5, paid: true }],
    // Repeats what it had said, in a fence.
    [
      'json',
      ['{"name": "Harbour', '```json\n{"name": "Harbour Cafe"}\n```'],
      { name: 'Harbour Cafe' },
    ],
    [
      'json',
      [`{"name": "Harbour", "more": "${'m'.repeat(500)}`, '{"name": "Harbour", "more": 1}'],
      { name: 'Harbour', more: 1 },
    ],
  ])('as %s from the pieces %j', async (type, pieces, value) => {
    const result = await inPieces(type, pieces)

    expect(result.value).toEqual(value)
    expect(result.steps).toHaveLength(pieces.length)
    expect(result.steps.slice(0, 2)).toEqual(['field/answer', 'field/continue-1'])
  })

  test('JSON that ends before its brackets do is gone on with, whatever the model says of it', async () => {
    const result = await ask('json', '{"total": 1240.5, "paid"', ': true}')

    expect(result.value).toEqual({ total: 1240.5, paid: true })
    expect(result.steps).toEqual(['field/answer', 'field/continue-1'])
  })

  const endless = async (type: FieldType, say: (index: number) => string) => {
    const pieces = Array.from({ length: 40 }, (_, index) => say(index))
    const steps: string[] = []
    const error = await inPieces(type, pieces, steps).catch((failure: Error) => failure)
    return { error, count: steps.length }
  }
  const sentence = 'The tenant pays the rent on the first day of each month. '

  test.each<[string, FieldType, (index: number) => string, number]>([
    ['always other pieces', 'text', (index) => `Part ${index} of a long story. `, 13],
    ['the same piece', 'text', () => sentence, 2],
    ['the beginning again', 'text', (index) => sentence.repeat(index === 0 ? 3 : 2), 2],
    ['nothing more', 'text', (index) => (index === 0 ? sentence : ''), 2],
    ['blanks', 'text', (index) => (index === 0 ? sentence : '  \n'), 2],
    [
      'what it has said before',
      'text',
      (i) => ['One. Two words. Three. ', 'More to say here. ', 'Two words. Three. '][i % 3]!,
      3,
    ],
    ['one piece in one reply', 'text', () => sentence.repeat(40), 1],
    ['one word in one reply', 'text', () => 'rent '.repeat(400), 1],
  ])('%s without end fails after as few calls as possible', async (_, type, say, count) => {
    const result = await endless(type, say)

    expect((result.error as Error).message).toMatch(
      /The model (did not finish its answer to|repeated itself without end instead of answering) “field”/,
    )
    expect(result.count).toBe(count)
  })

  test.each<[string, (index: number) => string, number, unknown]>([
    ['open brackets', () => '[', 13, {}],
    ['the same piece', (i) => (i === 0 ? '{"a": 1, "b": "' : sentence), 3, { a: 1, b: null }],
    ['other rows', (i) => `${i === 0 ? '[' : ','}{"a": ${i}}`, 13, expect.any(Array)],
  ])(
    'JSON that has %s without end is completed after as few calls as possible',
    async (_, say, count, value) => {
      const pieces = Array.from({ length: 40 }, (_, index) => say(index))
      const result = await inPieces('json', pieces)

      expect(result.value).toEqual(value)
      expect(result.steps).toHaveLength(count)
    },
  )
})
