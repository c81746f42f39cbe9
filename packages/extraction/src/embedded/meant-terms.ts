import type { Question } from '@recto/provider-spec/answer'
import { isPartyField, toFieldQuestion } from '../built-in/field-question.ts'
import { dropAmountWords, getRequestedKinds, replaceClauses } from '../built-in/question-words.ts'
import { toPhraseKey, toQuestionPhrase } from '../labels/phrases.ts'
import { keyToWords } from '../values/fold.ts'
import type { Meaning } from './meaning.ts'
import { meanings, roleWords } from './meanings.ts'

const wordSet = (words: string) => new Set(words.trim().split(/\s+/))

/** Words of a question that do not name any data. */
const fillerWords = wordSet(`
  what which who whom when where how much please find give get extract return tell provide state read
  document page text value values field mentioned shown stated written given listed does do did can you me
  in as if any only exactly full complete was were has have there or not with from this that by here
  invoice bill receipt rechnung facture factuur fattura factura fatura invoices s
  welche welcher welches wie lautet ist quel quelle est sont cual que qual wat welk`)

/** Words that do not change the meaning of the words that name a field. */
const neutralWords = wordSet(`
  to be into it paid pay pays payment issued issuing charged printed number digits only answer header heading top
  bottom footer official information detail details name named called needed ausgestellt gestellt emise emis emitida
  emitido emessa emesso uitgegeven wystawiona`)

/** Words that change the question into one for something other than the named field. */
const redirectingWords = wordSet(`
  line lines item items row rows position positions list every each count many average percent percentage
  rate first last previous other others except excluding excl without before after convert converted sum
  summary summarise summarize explain reason why describe translate compare difference whether all both
  second third oldest newest highest lowest largest smallest minimum maximum history per net gross vat tax
  unless instead plus minus times divided half double not`)

/** Words that, in a question for a text, ask for a format that data does not have. */
const formatWords = wordSet(`
  format formatted currency symbol sign words spelled letters uppercase lowercase capital capitals rounded
  separator separators thousands dd mm yyyy iso prefix suffix without with`)

/**
 * Returns the terms of embedded data that a question asks for, in order of preference. Empty when
 * the wording is not clear: then a model answers the question.
 */
export function findMeantTerms(
  question: Question,
  availableMeanings: readonly Meaning[] = meanings,
): readonly string[] {
  const { type, prompt } = question
  const kinds = getRequestedKinds(prompt)
  const suitableMeanings = availableMeanings.filter(
    ({ kind }) => isSuitableKind(kind, type) && isRequestedKind(kind, kinds),
  )
  if (suitableMeanings.length === 0) return []
  const keyWords = getContentWords(keyToWords(question.key))
  const [opening = '', ...rest] = prompt
    .split(/[?!;:\n]+|\.(?=\s+\p{Lu}|\s*$)/u)
    .filter((part) => part.trim() !== '')
  const openingWords = getContentWords(opening)
  const promptMeaning = findMeaningOfWords(suitableMeanings, openingWords)
  const otherWords = rest.flatMap(toQuestionPhrase)
  if (promptMeaning) return isRedirected(promptMeaning, otherWords, type) ? [] : promptMeaning.terms
  const keyMeaning = findMeaningOfWords(suitableMeanings, keyWords)
  if (!keyMeaning || isRedirected(keyMeaning, toQuestionPhrase(prompt), type)) return []
  // A prompt that names something else decides over the key.
  return getUncoveredWords(keyMeaning, openingWords).length > 0 ? [] : keyMeaning.terms
}

const partyByRole = { seller: undefined, buyer: 'customer' } as const

/**
 * Returns the terms of the business field that a question asks for in any wording, if the field and
 * its party account for all words of the question.
 */
export function findFieldTerms(question: Question): readonly string[] {
  const { field, party, uncoveredWords } = toFieldQuestion(question)
  const kinds = getRequestedKinds(question.prompt)
  if (!field || uncoveredWords.some((word) => !neutralWords.has(word) && !fillerWords.has(word)))
    return []
  const meaning = meanings.find(
    (one) =>
      one.field === field.name &&
      isSuitableKind(one.kind, question.type) &&
      isRequestedKind(one.kind, kinds) &&
      (!isPartyField(field) || (one.role && partyByRole[one.role]) === party),
  )
  return meaning?.terms ?? []
}

const isRequestedKind = (
  kind: Meaning['kind'],
  kinds: ReturnType<typeof getRequestedKinds>,
): boolean => !kinds || kind === 'any' || kind === 'boolean' || kinds.includes(kind)

const isSuitableKind = (kind: Meaning['kind'], type: Question['type']) =>
  kind === 'any' ||
  (type === 'text' && kind !== 'boolean') ||
  type === kind ||
  (type === 'email' && kind === 'text')

export const getContentWords = (text: string) =>
  dropAmountWords(toQuestionPhrase(replaceClauses(text))).filter((word) => !fillerWords.has(word))

/** Maximum number of meaningful words in a question for a field. */
const maxWords = 12

/** Returns the meaning whose phrases account for all of the words. */
function findMeaningOfWords(
  suitableMeanings: readonly Meaning[],
  words: readonly string[],
): Meaning | undefined {
  if (words.length === 0 || words.length > maxWords) return undefined
  const distinct = [...new Set(words)]
  const fullMatches = suitableMeanings.filter((meaning) => coversWords(meaning, distinct))
  // One phrase that contains all of the words is clearer than several that share them.
  const name = toPhraseKey(distinct)
  const exactMatches = fullMatches.filter(({ phrases }) =>
    phrases.some((phrase) => toPhraseKey(phrase) === name),
  )
  const candidates = exactMatches.length > 0 ? exactMatches : fullMatches
  // `vat` may be an amount or an identifier: only a question for a number asks for the amount.
  return candidates.find(({ kind }) => kind === 'text') ?? candidates[0]
}

/**
 * Whether the phrases of a meaning account for the words. Nearly all meanings lack one of the
 * words, which is the cheaper test and comes first.
 */
function coversWords(meaning: Meaning, words: readonly string[]): boolean {
  const { own, roles } = getVocabulary(meaning)
  if (!words.every((word) => own.has(word) || roles.has(word))) return false
  return getCoveredWords(meaning, words).size === words.length
}

type Vocabulary = {
  /** Words of the phrases. */
  readonly own: ReadonlySet<string>
  /** Words for the party. */
  readonly roles: ReadonlySet<string>
}

const vocabularies = new WeakMap<Meaning, Vocabulary>()

/**
 * Returns all words of a meaning; cached, because every question of every document is compared with
 * them.
 */
function getVocabulary(meaning: Meaning): Vocabulary {
  const cachedVocabulary = vocabularies.get(meaning)
  if (cachedVocabulary) return cachedVocabulary
  const roles: ReadonlySet<string> = (meaning.role && roleWords[meaning.role]) ?? new Set()
  const vocabulary = { own: new Set(meaning.phrases.flat()), roles }
  vocabularies.set(meaning, vocabulary)
  return vocabulary
}

/**
 * Returns the words that the phrases of a meaning and the words for its party account for; none
 * when no phrase matches.
 */
function getCoveredWords(meaning: Meaning, words: readonly string[]): ReadonlySet<string> {
  const own = getVocabulary(meaning).roles
  const roles = words.filter((word) => own.has(word))
  if (meaning.needsRole && roles.length === 0) return new Set()
  const matchingPhrases = meaning.phrases.filter((phrase) =>
    phrase.every((word) => words.includes(word)),
  )
  return matchingPhrases.length === 0 ? new Set() : new Set([...matchingPhrases.flat(), ...roles])
}

/** Returns the words of a prompt that name something other than the meaning. */
function getUncoveredWords(meaning: Meaning, words: readonly string[]): readonly string[] {
  const { own, roles } = getVocabulary(meaning)
  return words.filter((word) => !own.has(word) && !roles.has(word) && !neutralWords.has(word))
}

/** Whether words outside the meaning change the question into another one. */
function isRedirected(meaning: Meaning, words: readonly string[], type: Question['type']): boolean {
  const { own } = getVocabulary(meaning)
  return words.some(
    (word) =>
      !own.has(word) && (redirectingWords.has(word) || (type === 'text' && formatWords.has(word))),
  )
}
