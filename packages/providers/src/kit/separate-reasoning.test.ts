import { describe, expect, test } from 'vitest'
import { separateReasoning, skipReasoning } from './separate-reasoning.ts'

const thoughts = 'The user asks for the number. INV-7 is at the top, INV-6 is a reference.'

test.each([
  ['a tag', `<think>${thoughts}</think>INV-7`],
  ['a tag on lines of its own', `<think>\n${thoughts}\n</think>\n\nINV-7`],
  ['another name', `<thinking>${thoughts}</thinking>\nINV-7`],
  ['upper case and attributes', `<Thought time="3">${thoughts}</Thought> INV-7`],
  ['a name with a prefix', `<seed:think>${thoughts}</seed:think>INV-7`],
  ['reasoning', `<reasoning>${thoughts}</reasoning>INV-7`],
  ['square brackets', `[THINK]${thoughts}[/THINK]INV-7`],
  ['triangles', `◁think▷${thoughts}◁/think▷INV-7`],
  [
    'special tokens',
    `<|START_THINKING|>${thoughts}<|END_THINKING|><|START_RESPONSE|>INV-7<|END_RESPONSE|>`,
  ],
  [
    'special tokens with a solution',
    `<|begin_of_thought|>${thoughts}<|end_of_thought|>\n<|begin_of_solution|>INV-7<|end_of_solution|>`,
  ],
  ['an opening tag that the template has written', `${thoughts}\n</think>\n\nINV-7`],
  ['a closing tag of another name', `<thinking>${thoughts}</think>INV-7`],
  ['a tagged answer', `<think>${thoughts}</think><answer>INV-7</answer>`],
  ['a tagged answer behind open reasoning', `<think>${thoughts}\n<answer>INV-7</answer>`],
  ['two blocks', `<think>${thoughts}</think>\n<think>Sure.</think>\nINV-7`],
  ['a block behind the answer', `INV-7\n<think>${thoughts}</think>`],
  [
    'channels',
    `<|channel|>analysis<|message|>${thoughts}<|end|><|start|>assistant<|channel|>final<|message|>INV-7<|return|>`,
  ],
  ['channels without their tokens', `analysis${thoughts}assistantfinalINV-7`],
  ['a sentence', `Thinking...\n${thoughts}\n...done thinking.\n\nINV-7`],
])('reasoning in %s is no part of the answer', (_, text) => {
  const { answer, reasoningText } = separateReasoning(text)
  expect(answer).toBe('INV-7')
  expect(reasoningText).toContain('INV-6')
})

test.each([
  ['an open tag', `<think>${thoughts}`],
  ['a closed tag with nothing behind it', `<think>${thoughts}</think>\n`],
  ['a channel', `<|channel|>analysis<|message|>${thoughts}`],
])('%s has no answer', (_, text) => {
  expect(separateReasoning(text)).toEqual({ answer: '', reasoningText: thoughts })
})

test.each([
  'INV-7',
  'Delivery <within 3 days>, reason: [see above]',
  '{"note": "<think>what a customer wrote</think>"}',
  '"<think>quoted</think>"',
  '[["<think>"], ["</think>"]]',
  '<reason>late delivery</reason>',
  '<order><reason>late</reason></order>',
  'A < B and C > D',
  '',
])('%j stays as it is', (text) => {
  expect(separateReasoning(text)).toEqual({ answer: text, reasoningText: '' })
})

test('JSON behind reasoning is whole', () => {
  const json = '{"total": "1", "note": "a </think> in a text"}'
  expect(separateReasoning(`<think>{"total": 2}</think>\n${json}`).answer).toBe(json)
})

test('an empty block is no reasoning, and no part of the answer', () => {
  expect(separateReasoning('<think>\n\n</think>\n\nINV-7').answer).toBe('INV-7')
})

describe('a growing text', () => {
  const hear = (text: string, size: number) => {
    const heardTexts: string[] = []
    const listen = skipReasoning((soFar) => heardTexts.push(soFar))
    for (let end = size; end < text.length + size; end += size) listen(text.slice(0, end))
    return heardTexts
  }

  test.each([1, 2, 3, 7, 40, 1000])('in pieces of %i letters shows only the answer', (size) => {
    const heardTexts = hear(`<think>${thoughts} [1] > 2</think>\n\nThe number is INV-7.`, size)

    expect(heardTexts.at(-1)).toBe('The number is INV-7.')
    expect(heardTexts.every((one) => 'The number is INV-7.'.startsWith(one))).toBe(true)
  })

  test('without reasoning is shown as it comes', () => {
    expect(hear('[1] The number', 4)).toEqual([
      '[1] ',
      '[1] The ',
      '[1] The numb',
      '[1] The number',
    ])
  })
})

test('a long text full of tags takes time in proportion to its length', () => {
  const text = '<think>'.repeat(100_000) + '<'.repeat(100_000) + '</think>'.repeat(50_000)
  const start = performance.now()
  separateReasoning(text)
  expect(performance.now() - start).toBeLessThan(5000)
})
