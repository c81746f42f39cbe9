import type { DocumentText, Word } from '@recto/document-text/model'
import type { Question } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { answerWithoutModel } from '../answer-without-model.ts'

const textOfSign: Readonly<Record<string, string>> = { '☐': '[ ]', '☒': '[X]' }

/** A document whose signs ☐ and ☒ are check boxes that the reader has found. */
function formOf(text: string): DocumentText {
  const document = monospacedDocument(text)
  const markBox = (word: Word): Word => {
    const box = textOfSign[word.text]
    return box === undefined ? word : { ...word, text: box, isCheckbox: true }
  }
  const pages = document.pages.map((page) => ({ ...page, words: page.words.map(markBox) }))
  return { ...document, pages }
}

const form = formOf(`
Patient questionnaire

Smoker: ☒ Yes ☐ No
Allergies: ☐ Yes ☒ No
Diabetes: ☐ Yes ☐ No
Insurance: ☐ public ☒ private ☐ none
Contact: ☒ phone ☒ letter

Kind of room:
☐ single
☒ double
☐ family

☐ I want the newsletter
☒ I agree to the terms
`)

async function answersOf(
  document: DocumentText,
  questions: readonly (readonly [string, Question['type']])[],
) {
  const answers = await answerWithoutModel(
    document,
    questions.map(([prompt, type], i) => ({ key: `q${i}`, prompt, type })),
  )
  return answers.map(({ value }) => value)
}

test('yes or no is what is ticked below the words of the question, and nothing where nothing is', async () => {
  expect(
    await answersOf(form, [
      ['Is the patient a smoker?', 'boolean'],
      ['Does the patient have allergies?', 'boolean'],
      ['Does the patient have diabetes?', 'boolean'],
    ]),
  ).toEqual([true, false, null])
})

test('a text is the label of the only ticked box, beside its question or in the list below it', async () => {
  expect(
    await answersOf(form, [
      ['Which insurance does the patient have?', 'text'],
      ['kind of room', 'text'],
      ['contact', 'text'],
    ]),
  ).toEqual(['private', 'double', null])
})

test('a statement is true where its own box is ticked, and not by the box below it', async () => {
  expect(
    await answersOf(form, [
      ['Does the patient want the newsletter?', 'boolean'],
      ['Does the patient agree to the terms?', 'boolean'],
      ['Does the patient want a taxi?', 'boolean'],
    ]),
  ).toEqual([false, true, null])
})

test('the evidence of a ticked option is its box and its words', async () => {
  const [answer] = await answerWithoutModel(form, [
    { key: 'terms', prompt: 'Does the patient agree to the terms?', type: 'boolean' },
  ])

  expect(answer?.evidence).toMatchObject([{ quote: '[X] I agree to the terms' }])
})

test('questions side by side keep their own options', async () => {
  const questionnaire = formOf(`
Smoker: ☐ Yes ☒ No             Diabetes: ☒ Yes ☐ No
`)

  expect(
    await answersOf(questionnaire, [
      ['Smoker?', 'boolean'],
      ['Diabetes?', 'boolean'],
    ]),
  ).toEqual([false, true])
})

test('signs that are only printed are options like those that the reader has marked', async () => {
  const printedForm = monospacedDocument(`
Smoker:      [X] Yes   [ ] No
Diabetes:    [ ] Yes   [ ] No
Insurance:   [ ] public   [X] private   [ ] none
Contact:     [X] phone   [X] letter
`)

  expect(
    await answersOf(printedForm, [
      ['Is the patient a smoker?', 'boolean'],
      ['Does the patient have diabetes?', 'boolean'],
      ['Which insurance does the patient have?', 'text'],
      ['contact', 'text'],
    ]),
  ).toEqual([true, null, 'private', null])
})

test('a ticked box before a statement with a negation is a no', async () => {
  const document = formOf(`
Patient questionnaire

☒ I do not want the newsletter
☒ I agree to the terms
`)

  expect(await answersOf(document, [['Does the patient want the newsletter?', 'boolean']])).toEqual(
    [false],
  )
})

test.each([
  'I don’t want the newsletter',
  'I won`t take the newsletter',
  'I can’t use the newsletter',
  'Ich möchte keinerlei Newsletter und nichts dergleichen',
  'Não quero a newsletter',
  'Je n’accepte aucune newsletter',
  'Nunca quiero la newsletter',
  'Non voglio la newsletter',
  'Ik wil geen newsletter',
  'Jeg vil aldri ha newsletter',
  'En halua newsletter',
  'Nie chcę newsletter',
  'Nechci newsletter',
])('a ticked box before “%s” is a no', async (statement) => {
  const document = formOf(`\n☒ ${statement}\n☐ I agree to the terms\n`)

  expect(await answersOf(document, [['newsletter', 'boolean']])).toEqual([false])
})

test.each([
  'I agree to the newsletter without reservation',
  'En cochant cette case j’accepte la newsletter',
  'Ik wil de newsletter en de brochure',
])('a ticked box before “%s” is a yes', async (statement) => {
  const document = formOf(`\n☒ ${statement}\n☐ I agree to the terms\n`)

  expect(await answersOf(document, [['newsletter', 'boolean']])).toEqual([true])
})
