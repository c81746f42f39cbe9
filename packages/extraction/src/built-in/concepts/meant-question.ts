import type { FieldType, Question } from '@recto/provider-spec/answer'
import type { BusinessField } from '../../labels/business-fields.ts'
import { keyToWords, wordsOf } from '../../values/fold.ts'
import type { DateOrder } from '../../values/parse-date.ts'
import { isParty } from '../classify-words.ts'
import { nameVessel, replaceClauses } from '../question-words.ts'
import { findConcepts } from './concept-vocabulary.ts'
import { type MeaningToken, toMeaningTokens } from './meaning-tokens.ts'

/** A document can say the general word instead: `year` for the year to date, `current` for the latest. */
const impliedKeys: Readonly<Partial<Record<string, string>>> = {
  ytd: 'year',
  latest: 'current',
}

/** A question in terms of concepts. */
export type MeantQuestion = {
  readonly type: FieldType
  readonly tokens: readonly MeaningToken[]
  /** The meaning that the words around the value must have. */
  readonly required: readonly MeaningToken[]
  /** The meaning that they can leave out. */
  readonly optional: readonly MeaningToken[]
  readonly forms: ReadonlySet<string>
  readonly concepts: ReadonlySet<string>
  readonly asksName: boolean
  readonly asksRate: boolean
  /** Whether the value counts things, and is no amount of money. */
  readonly asksCount: boolean
  /** Whether the value is an amount of money. */
  readonly asksMoney: boolean
}

/** Modifiers that documents often leave out. */
const omittedModifiers: ReadonlySet<string> = new Set(
  'year monthly weekly daily hourly unit additional remaining import'.split(' '),
)

const questions = new WeakMap<Question, MeantQuestion>()

export function toMeantQuestion(question: Question, order: DateOrder): MeantQuestion {
  const cachedQuestion = questions.get(question)
  if (cachedQuestion) return cachedQuestion
  const meantQuestion = readQuestion(question, order)
  questions.set(question, meantQuestion)
  return meantQuestion
}

const moneyConcepts =
  'amount payment paymentdue subtotal balance price cost fee rent pay premium deposit tax vat deduction discount debit credit instalment bonus allowance standingcharge refund excess suminsured turnover arrears loan overdraft'.split(
    ' ',
  )
const countedConcepts = ['rooms', 'nights', 'days', 'hours', 'packages', 'pallets', 'person']

function readQuestion({ prompt, key, type }: Question, order: DateOrder): MeantQuestion {
  const text = getMainSentence(nameVessel(prompt), order) ?? keyToWords(key)
  const tokens = dropPrepositions(
    toMeaningTokens(text.replace(/\([^()]*\)/g, ' '), order).map((token) =>
      toQuestionToken(token, type),
    ),
  )
  const namedTokens = tokens.filter(({ group }) => group !== 'forms')
  const isStrict = namedTokens.some(isRequired)
  const required = namedTokens.filter(
    (token) => isRequired(token) || (!isStrict && token.group === 'contexts'),
  )
  const concepts = new Set(tokens.flatMap(({ keys }) => keys))
  const forms = readForms(text, type, tokens)
  return {
    type,
    tokens,
    required,
    optional: namedTokens.filter((token) => !required.includes(token)),
    forms,
    concepts,
    asksName: asksForName(text, type) || forms.has('name') || asksForRole(required, forms),
    asksRate: asksForRate(concepts) || text.includes('%'),
    asksCount:
      (forms.has('count') || forms.has('amount')) &&
      countedConcepts.some((one) => concepts.has(one)) &&
      !['price', 'cost', 'fee'].some((one) => concepts.has(one)),
    asksMoney: moneyConcepts.some((one) => concepts.has(one)) && !asksForUnit(concepts),
  }
}

const ambiguousCount = /(?<!\p{L})n[uú]m[eé]ro d[ei]?(?!\p{L})/iu

/** The forms that the words of a question name, also within a phrase: `by when`, `last day`. */
function readForms(
  text: string,
  type: FieldType,
  tokens: readonly MeaningToken[],
): ReadonlySet<string> {
  const forms = new Set(tokens.filter(({ group }) => group === 'forms').flatMap(({ keys }) => keys))
  const words = wordsOf(text)
  if (words.some((word) => findConcepts(word).some(({ name }) => name === 'date')))
    forms.add('date')
  // `Numéro de contrat` is the number of a contract, `numéro de colis` how many parcels there are.
  if (forms.has('count') && ambiguousCount.test(text))
    forms.delete(type === 'text' ? 'count' : 'number')
  return forms
}

/** What is paid for an hour or a day is called a rate too. */
const pricedUnits = ['hourly', 'daily']

const asksForRate = (concepts: ReadonlySet<string>): boolean =>
  concepts.has('effectiverate') ||
  (concepts.has('rate') && !pricedUnits.some((unit) => concepts.has(unit)))

const quantityUnits = ['kwh', 'cubicmetre', 'squaremetre', 'kilogram', 'kilometre', 'hours', 'days']

/** Whether a question asks how much of something there is, and not what it costs. */
export const asksForUnit = (concepts: ReadonlySet<string>): boolean =>
  quantityUnits.some((unit) => concepts.has(unit)) &&
  !['price', 'cost', 'currency', 'allowance', 'pay', 'rate', 'fee'].some((money) =>
    concepts.has(money),
  )

/** A role alone asks who has it. */
const asksForRole = (required: readonly MeaningToken[], forms: ReadonlySet<string>): boolean =>
  forms.size === 0 && required.length > 0 && required.every(({ group }) => group === 'roles')

const whoWords =
  /^(?:who|wer|wem|wen|qui|quién|quien|chi|quem|wie|kto|kdo|vem|hvem|kuka)\s(?!hoch|viel|lang|viele\b)/iu

/** `Nombre de la clienta` is a name, `nombre de colis` a number: only one of them is asked as a text. */
const asksForName = (text: string, type: FieldType): boolean =>
  whoWords.test(text) || (type === 'text' && /(?<!\p{L})nombre(?!\p{L})/iu.test(text))

/** Words before a day or a place, which also name the begin or the end of something. */
const prepositions: ReadonlySet<string> = new Set(
  '=ab =from =to =bis =unt =until =till =seit =sinc =since =desd =desde =hasta =hast =dal =depuis =depui =vanaf =vana =tot =od =do =fra =fran =ate =at'.split(
    ' ',
  ),
)

/** Drops the prepositions before a day, a number or a name. */
function dropPrepositions(tokens: readonly MeaningToken[]): readonly MeaningToken[] {
  return tokens.filter((token, index) => {
    const next = tokens[index + 1]
    const isBefore = next !== undefined && ['date', 'number', 'word'].includes(next.group)
    return !isBefore || !token.keys.some((key) => prepositions.has(key))
  })
}

/**
 * A question for a day does not mean another day of the same month; one for the year to date also
 * means a column of the year.
 */
function toQuestionToken(token: MeaningToken, type: FieldType): MeaningToken {
  const day = token.group === 'date' ? token.keys.find((key) => key.startsWith('@')) : undefined
  if (day !== undefined) return { ...token, keys: [day] }
  const addedKeys = token.keys.flatMap((key) =>
    key === 'paymentdue' && type === 'date' ? 'payment' : (impliedKeys[key] ?? []),
  )
  return addedKeys.length > 0 ? { ...token, keys: [...token.keys, ...addedKeys] } : token
}

const isRequired = ({ group, keys }: MeaningToken): boolean =>
  group === 'things' ||
  group === 'roles' ||
  group === 'word' ||
  group === 'number' ||
  (group === 'date' && keys.some((key) => key.startsWith('@'))) ||
  (group === 'modifiers' &&
    (keys.includes('ytd') || !keys.some((key) => omittedModifiers.has(key))))

/** The first sentence that names something; the others explain where it is or how to answer. */
function getMainSentence(prompt: string, order: DateOrder): string | undefined {
  const sentences = prompt.split(/(?<=\p{Ll}{3}[.?!;]|\?)\s{1,20}(?=["“¿¡]?\p{Lu})/u)
  return sentences.find((sentence) => toMeaningTokens(sentence, order).length > 0)
}

/** Whether one of the tokens says the same as another. */
export const hasKey = (tokens: readonly MeaningToken[], { keys }: MeaningToken): boolean =>
  tokens.some((token) => token.keys.some((key) => keys.includes(key)))

const tokensOfFields = new WeakMap<BusinessField, readonly MeaningToken[]>()

/** Everything that the words for a field mean. */
export function getTokensOfField(field: BusinessField): readonly MeaningToken[] {
  const cachedTokens = tokensOfFields.get(field)
  if (cachedTokens) return cachedTokens
  const tokens = field.questionPhrases.flatMap((words) => toMeaningTokens(words.join(' ')))
  tokensOfFields.set(field, tokens)
  return tokens
}

/** What a question names that no word for its field means: a signature, a notice period, the second. */
export const getOtherMeanings = (
  question: Question,
  field: BusinessField,
  order: DateOrder,
): readonly MeaningToken[] =>
  toMeaningTokens(dropPartyWords(replaceClauses(question.prompt)), order).filter(
    (token) => !hasKey(getTokensOfField(field), token),
  )

/** Which party a field belongs to is checked by its block and its role. */
const dropPartyWords = (prompt: string): string =>
  prompt
    .split(' ')
    .filter((word) => !wordsOf(word).some(isParty))
    .join(' ')

/** Whether a question for a date means another one than that of the document: a signature. */
export const asksForEvent = (question: Question, order: DateOrder): boolean =>
  toMeantQuestion(question, order).required.some(
    ({ group, keys }) => group === 'things' && !keys.includes('issued'),
  )
