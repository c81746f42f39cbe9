import { describe, expect, test } from 'vitest'
import { isSaidIn, listBareWordings } from './bare-wording.ts'
import { addKindQuestions } from './kind-questions.ts'

const saysNothing = () => false
const saysAll = () => true

describe('what a question asks for, without the words that only make it a question', () => {
  test.each([
    ['Which delivery note number does the delivery have?', ['delivery note number']],
    ['How high is the deposit?', ['deposit']],
    ['Wie lautet die Kundennummer?', ['Kundennummer']],
    ['Quel est le numéro de client ?', ['numéro de client']],
    ['Wie schwer war die Lieferung insgesamt?', ['total weight']],
    ['What does she earn per year?', ['salary per year']],
    ['Kundennummer', []],
    ['rent of the flat', []],
  ])('%j asks for %j', (question, expected) => {
    expect(listBareWordings(question, saysNothing)).toEqual(expected)
  })

  test('what follows the verb is left out only where the document says it', () => {
    const question = 'How much iron is in the water?'

    expect(listBareWordings(question, saysNothing)).toEqual(['iron water'])
    expect(listBareWordings(question, saysAll)).toEqual(['iron water', 'iron'])
  })

  test('a party is never taken for said', () => {
    const text = { textWords: new Set(['employer', 'water']), namedKeys: new Set<string>() }

    expect(isSaidIn('water', text)).toBe(true)
    expect(isSaidIn('employer', text)).toBe(false)
  })
})

describe('what documents of a kind call it', () => {
  const ask = (prompt: string, type: 'text' | 'date' | 'number', kinds: readonly string[]) =>
    addKindQuestions([{ key: '', prompt, type }], kinds).map((question) => question.prompt)

  test.each([
    ['date', 'date', ['contract'], ['date', 'contract date', 'report date']],
    ['date', 'date', ['report'], ['report date', 'date', 'report date']],
    ['reference number', 'text', ['order'], ['reference number', 'order number']],
    ['amount paid', 'number', ['payslip'], ['net pay']],
    ['Who issued it', 'text', ['statement'], ['bank name', 'Who issued it']],
    ['colour', 'text', ['payslip'], ['colour']],
  ] as const)('%s, as %s, of %j', (prompt, type, kinds, expected) => {
    expect(ask(prompt, type, kinds)).toEqual(expected)
  })

  test('what was paid by a document that sells nothing is not its total', () => {
    const questions = ['amount paid', 'total amount'].map((prompt) => ({
      key: '',
      prompt,
      type: 'number' as const,
    }))

    expect(addKindQuestions(questions, ['policy']).map(({ prompt }) => prompt)).toEqual([
      'amount paid',
    ])
    expect(addKindQuestions(questions, ['bill'])).toEqual(questions)
  })
})
