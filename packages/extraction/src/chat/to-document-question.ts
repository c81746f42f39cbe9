import type { FieldType, Question } from '@recto/provider-spec/answer'
import { findConcepts } from '../built-in/concepts/concept-vocabulary.ts'
import { toMeaningTokens } from '../built-in/concepts/meaning-tokens.ts'
import { toMeantQuestion } from '../built-in/concepts/meant-question.ts'
import { isPartyField, toFieldQuestion } from '../built-in/field-question.ts'
import { getRequestedKinds } from '../built-in/question-words.ts'
import type { BusinessField } from '../labels/business-fields.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { listBareWordings } from './bare-wording.ts'
import { addKindQuestions } from './kind-questions.ts'
import { asksCost } from './spoken-languages.ts'
import {
  asksCount,
  asksWhen,
  asksWho,
  type SpokenQuestion,
  toPeriodQuestion,
} from './spoken-question.ts'

/** Documents label what belongs to a party by its role, and not by its name. */
const customerRole = 'of the customer'

type DocumentQuestions = {
  /** Questions that it stands for if it is asked in verbs, the most likely first. */
  readonly spokenQuestions: readonly SpokenQuestion[]
  /** None of these names the document; the fullest comes first. */
  readonly wordings: readonly string[]
  /** Whether the name of the document's customer was removed from them. */
  readonly isAboutCustomer: boolean
  /** Whether the document says a folded word anywhere. */
  readonly isSaid: (word: string) => boolean
  /** The kinds of the document. */
  readonly kinds: readonly string[]
  /** Whether the same is asked of several documents, so that plurals stand for one value of each. */
  readonly asksEach: boolean
}

/** Lists the questions that can answer what was asked of a document, the most likely first. */
export function listDocumentQuestions({
  spokenQuestions,
  wordings,
  isAboutCustomer,
  isSaid,
  kinds,
  asksEach,
}: DocumentQuestions): readonly Question[] {
  const [wording = '', ...shorterWordings] = wordings.map(dropPluralOfCapitals)
  const singular = asksEach ? toSingular(wording) : wording
  // Without the name of an item, its price would be that of the whole.
  const otherWordings = asksMoney(wording) ? [] : shorterWordings
  const periodWording = toPeriodQuestion(wording)
  const wholeQuestions = [
    ...new Set([singular, wording, ...otherWordings, ...(periodWording ? [periodWording] : [])]),
  ].map((one) => toDocumentQuestion(one, isAboutCustomer))
  const bareQuestions = wholeQuestions.flatMap(({ prompt, type }) =>
    listBareWordings(prompt, isSaid).map((one) => {
      const question = toDocumentQuestion(one, isAboutCustomer)
      // `How much` asks for a number and `who` for a name, although the word after it alone does not.
      return type !== 'text' || asksWho(prompt) ? { ...question, type } : question
    }),
  )
  // The column of an item is only meant where the document has the item.
  const itemQuestions = bareQuestions.filter(({ prompt }) => wordsOf(prompt).every(isSaid))
  const costQuestions = itemQuestions
    .filter(() => asksCost(wordsOf(wording)))
    .map(({ prompt }): Question => ({ key: '', prompt: `${prompt} amount`, type: 'number' }))
  const countQuestions = itemQuestions
    .filter(() => asksCount(wording))
    .map((question) => ({ ...question, prompt: `${question.prompt} quantity` }))
  const verbQuestions = spokenQuestions.map((spokenQuestion) => ({ key: '', ...spokenQuestion }))
  const questions = [
    ...verbQuestions,
    ...costQuestions,
    ...wholeQuestions,
    ...bareQuestions,
    ...countQuestions,
  ]
  // The number of a letter is not that of an invoice.
  const isOfOther = wordsOf(wording).some((word) => namesOther(word, kinds) && !isSaid(word))
  return uniqueQuestions(isOfOther ? questions : addKindQuestions(questions, kinds))
}

/** Whether a word names nothing but a context, such as another kind of document. */
function namesOther(word: string, kinds: readonly string[]): boolean {
  const tokens = toMeaningTokens(word)
  return (
    tokens.length > 0 &&
    tokens.every(
      ({ group, keys }) => group === 'contexts' && !keys.some((key) => kinds.includes(key)),
    )
  )
}

const uniqueQuestions = (questions: readonly Question[]): readonly Question[] => [
  ...new Map(
    questions.map((question) => [`${question.type} ${question.prompt}`, question]),
  ).values(),
]

/** `IBANs` are labelled as `IBAN`. */
const dropPluralOfCapitals = (wording: string): string =>
  wording.replace(/(?<!\p{L})(\p{Lu}{2,})s(?!\p{L})/gu, '$1')

const pluralEndings = /(?:s|en|n|e|i)$/u
/** Shorter words have no plural that is told from another word. */
const minPluralLength = 4

/** Replaces the plurals that mean the same as their singular: `customer numbers`, `IBANs`, `Rechnungsnummern`. */
function toSingular(wording: string): string {
  return wording.replace(/\p{L}+/gu, (word) => {
    const singular = word.replace(pluralEndings, '')
    // `invoice` has the ending of a plural and the stem of `invoices`, but `invoic` is no word.
    const isWord = /[sn]$/u.test(word) || findConcepts(fold(singular)).length > 0
    const isPlural =
      word.length >= minPluralLength &&
      singular !== word &&
      isWord &&
      meaningOf(word) === meaningOf(singular)
    return isPlural ? singular : word
  })
}

/** The concepts of a word that are the same in all its forms; different for words without any. */
function meaningOf(word: string): string {
  const keys = toMeaningTokens(word).flatMap((token) => token.keys)
  const concepts = keys.filter((key) => /^\p{L}/u.test(key))
  return concepts.length > 0 ? concepts.join(' ') : word
}

const asksMoney = (prompt: string): boolean =>
  toMeantQuestion({ key: '', prompt, type: 'text' }, 'day-first').asksMoney

/**
 * Turns a wording into a question that the built-in extractor answers, with the type of its value. `isAboutCustomer`
 * says that the name of the document's customer was removed from it.
 */
function toDocumentQuestion(wording: string, isAboutCustomer: boolean): Question {
  const fieldOf = (prompt: string) => toFieldQuestion({ key: '', prompt, type: 'text' }).field
  // Plurals such as `totals` are no labels, but name the same concepts.
  const concepts = toConcepts(wording)
  const hasBetterWording = concepts !== undefined && !fieldOf(wording) && fieldOf(concepts)
  const baseWording = hasBetterWording ? concepts : wording
  const field = fieldOf(baseWording)
  const prompt =
    isAboutCustomer && field && isPartyField(field) ? `${baseWording} ${customerRole}` : baseWording
  // A key would be read as a second wording of the question.
  return { key: '', prompt, type: getTypeOf(field, wording) }
}

const maxConcepts = 3

/** The concepts of a wording that says one thing only; with more words, their order would matter. */
function toConcepts(wording: string): string | undefined {
  const tokens = toMeaningTokens(wording)
  const isOneThing =
    tokens.length <= maxConcepts &&
    tokens.every(({ group }) => group === 'things' || group === 'generic' || group === 'forms')
  if (!isOneThing || wordsOf(wording).length > maxConcepts + 4) return undefined
  // `total amount` is a label, `amount total` is none.
  const names = tokens
    .toSorted((a, b) => Number(a.group === 'forms') - Number(b.group === 'forms'))
    .flatMap(({ keys }) => keys.slice(0, 1))
    .filter((key) => /^\p{L}/u.test(key))
  return [...new Set(names)].join(' ')
}

function getTypeOf(field: BusinessField | undefined, wording: string): FieldType {
  const { asksMoney, forms, tokens } = toMeantQuestion(
    { key: '', prompt: wording, type: 'text' },
    'day-first',
  )
  const spokenType = getSpokenType(wording)
  if (spokenType) return spokenType
  // `VAT` alone is the amount, although documents also label the number of a company so.
  if (asksMoney && tokens.length === 1 && forms.size === 0) return 'number'
  if (!field) return asksMoney && !forms.has('name') ? 'number' : getRequestedType(wording)
  // `Amount due` names an amount, although `due` alone is the label of a date.
  const isAmountOfDay = asksMoney && !forms.has('date')
  return field.kind === 'date' && isAmountOfDay ? 'number' : typeByKind(field)
}

function getSpokenType(wording: string): FieldType | undefined {
  if (asksWho(wording)) return 'text'
  return asksWhen(wording) ? 'date' : undefined
}

function typeByKind({ kind }: BusinessField): FieldType {
  if (kind === 'date') return 'date'
  return kind === 'amount' ? 'number' : 'text'
}

function getRequestedType(wording: string): FieldType {
  if (asksCount(wording)) return 'number'
  const [kind = 'text', ...otherKinds] = getRequestedKinds(wording) ?? []
  return otherKinds.length === 0 ? kind : 'text'
}
