import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Question } from '@recto/provider-spec/answer'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { toMeaningTokens } from '../built-in/concepts/meaning-tokens.ts'
import { toMeantQuestion } from '../built-in/concepts/meant-question.ts'
import { isPartyField, toFieldQuestion } from '../built-in/field-question.ts'
import { prepareDocument } from '../built-in/prepare-document.ts'
import { getKinds, getNamedKeys, getTitleKeys } from '../built-in/question-support.ts'
import { getRequestedKinds } from '../built-in/question-words.ts'
import { getTitleLines } from '../built-in/requested-role.ts'
import { straightenPages } from '../built-in/straighten-pages.ts'
import type { BusinessField } from '../labels/business-fields.ts'
import { keyToWords, wordsOf } from '../values/fold.ts'
import {
  type ChatQuestion,
  isLinkWord,
  parseChatQuestion,
  removeDocumentWords,
} from './chat-question.ts'
import { getRows } from './document-rows.ts'

export type MentionSearch = {
  /** Name of the document's file. */
  readonly fileName: string
  readonly question: string
}

/** Where a document has a word of a question: in its names, or only somewhere in its text. */
export type MentionedWord = { readonly index: number; readonly isInName: boolean }

/** What a question says that a document has. */
export type DocumentMentions = {
  /** Words of names, and words outside of the vocabulary, by their indexes among the words of the question. */
  readonly words: readonly MentionedWord[]
  /** Words of the vocabulary, also in other languages, that stand at the top of the document or in its file's name. */
  readonly titleWords: readonly number[]
  /** Whether the document is of a kind that the question names; undefined where it names none. */
  readonly isOfKind: boolean | undefined
  /** The question in words that do not name this document. */
  readonly question: Question
}

/** The parts of an identity that are read from the text. */
type TextIdentity = {
  readonly nameWords: ReadonlySet<string>
  readonly sellerWords: ReadonlySet<string>
  readonly customerWords: ReadonlySet<string>
  readonly partyWords: ReadonlySet<string>
  readonly textWords: ReadonlySet<string>
  readonly titleKeys: ReadonlySet<string>
  /** Kinds that the text names anywhere. */
  readonly namedKinds: readonly string[]
}

type Identity = Omit<TextIdentity, 'namedKinds'> & {
  readonly fileWords: ReadonlySet<string>
  readonly kinds: readonly string[]
}

/** The names of a document and of its parties stand on its first pages. */
const maxPages = 2
const parties = [
  { key: 'seller', prompt: 'Who is the seller?', type: 'text' },
  { key: 'customer', prompt: 'Who is the customer?', type: 'text' },
] as const

/**
 * Finds which words of a question a document has: in the name of its file, at the top of its first page, in the
 * names of its parties, or only in its text.
 */
export async function findMentions(
  document: DocumentText,
  { fileName, question }: MentionSearch,
): Promise<DocumentMentions> {
  const identity = await getIdentity(document, fileName)
  const parsedQuestion = parseChatQuestion(question)
  const { words } = parsedQuestion
  const mentionedWords = words
    .map((word, index) => {
      // Names can be made of words of the vocabulary: `Harbour Tools`.
      const isName = word.isCapitalized && identity.partyWords.has(word.word)
      if (word.isVocabulary && !isName) return undefined
      const forms = getForms(words, index)
      if (forms.some((form) => hasName(identity, form))) return { index, isInName: true }
      return forms.some((form) => identity.textWords.has(form))
        ? { index, isInName: false }
        : undefined
    })
    .filter((value) => value !== undefined)
  const isTitleWord = (word: string) =>
    identity.fileWords.has(word) ||
    toMeaningTokens(word).some(({ keys }) => keys.some((key) => identity.titleKeys.has(key)))
  const titleWords = words
    .map(({ word, isVocabulary }, index) => (isVocabulary && isTitleWord(word) ? index : -1))
    .filter((index) => index >= 0)
  const kinds = getKinds(toMeaningTokens(question).flatMap(({ keys }) => keys))
  const isOfKind =
    kinds.length > 0 ? kinds.some((kind) => identity.kinds.includes(kind)) : undefined
  const names = new Set(mentionedWords.filter(({ isInName }) => isInName).map(({ index }) => index))
  const wording = removeDocumentWords(question, parsedQuestion, {
    names,
    isKind: (index) =>
      titleWords.includes(index) ||
      getPhrases(words, index).some((phrase) => isWordFor(identity, phrase)),
  })
  const nameWords = [...names].map((index) => words[index]?.word ?? '')
  return {
    words: mentionedWords,
    titleWords,
    isOfKind,
    question: toQuestion(wording, isNameOfCustomer(identity, nameWords)),
  }
}

const documentWords: ReadonlySet<string> = new Set(
  'document documents file files paper papers dokument dokumente dokumenten datei dateien fichier fichiers documento documentos documenti archivo archivos documenten bestand bestanden'.split(
    ' ',
  ),
)

/** A word, and the phrases that it forms with the one beside it: `curriculum vitae`. */
function getPhrases(words: ChatQuestion['words'], index: number): readonly string[] {
  const word = words[index]?.word ?? ''
  const [previousWord, nextWord] = [index - 1, index + 1].map((i) => words[i]?.word)
  return [[word], [previousWord, word], [word, nextWord]]
    .filter((phrase) => phrase.every((part) => part !== undefined && !isLinkWord(part)))
    .map((phrase) => phrase.join(' '))
}

/** Whether a phrase stands for any document, or for one of this one's kind. */
function isWordFor({ kinds }: Identity, phrase: string): boolean {
  if (documentWords.has(phrase)) return true
  const tokens = toMeaningTokens(phrase)
  const [token] = tokens
  return (
    token !== undefined &&
    tokens.length === 1 &&
    getKinds(token.keys).some((kind) => kinds.includes(kind))
  )
}

const isNameOfCustomer = (
  { customerWords, sellerWords }: Identity,
  names: readonly string[],
): boolean =>
  names.some((word) => customerWords.has(word)) && !names.some((word) => sellerWords.has(word))

/** Documents label what belongs to a party by its role, and not by its name. */
const customerRole = 'of the customer'

function toQuestion(wording: string, isAboutCustomer: boolean): Question {
  const fieldOf = (prompt: string) => toFieldQuestion({ key: '', prompt, type: 'text' }).field
  // Plurals such as `totals` are no labels, but name the same concepts.
  const concepts = toConcepts(wording)
  const baseWording = fieldOf(wording) || !fieldOf(concepts) ? wording : concepts
  const field = fieldOf(baseWording)
  const prompt =
    isAboutCustomer && field && isPartyField(field) ? `${baseWording} ${customerRole}` : baseWording
  // A key would be read as a second wording of the question.
  return { key: '', prompt, type: getTypeOf(field, wording) }
}

const toConcepts = (wording: string): string =>
  toMeaningTokens(wording)
    .flatMap(({ keys }) => keys.slice(0, 1))
    .filter((key) => /^\p{L}/u.test(key))
    .join(' ')

function getTypeOf(field: BusinessField | undefined, wording: string): FieldType {
  const { asksMoney, forms } = toMeantQuestion(
    { key: '', prompt: wording, type: 'text' },
    'day-first',
  )
  if (!field) return asksMoney && !forms.has('name') ? 'number' : getRequestedType(wording)
  // `Amount due` names an amount, although `due` alone is the label of a date.
  if (field.kind === 'date') return asksMoney && forms.has('amount') ? 'number' : 'date'
  return field.kind === 'amount' ? 'number' : 'text'
}

function getRequestedType(wording: string): FieldType {
  const [kind = 'text', ...otherKinds] = getRequestedKinds(wording) ?? []
  return otherKinds.length === 0 ? kind : 'text'
}

/** A word, also joined with the one beside it: people write `Quality Hosting` for `QualityHosting`. */
function getForms(words: ChatQuestion['words'], index: number): readonly string[] {
  const word = words[index]?.word ?? ''
  const previousWord = words[index - 1]?.word ?? ''
  const nextWord = words[index + 1]?.word ?? ''
  return [word, previousWord + word, word + nextWord].filter((form, i) => i === 0 || form !== word)
}

const minPrefix = 4

/** Names are also recognised by their beginning, as in a genitive or a compound: `Volksbanks`, `Siemens-Rechnung`. */
const hasName = ({ nameWords }: Identity, form: string): boolean =>
  nameWords.has(form) ||
  (form.length > minPrefix && nameWords.has(form.replace(/s$/, ''))) ||
  (form.length >= minPrefix && nameWords.has(`${form}s`))

const textIdentities = new WeakMap<DocumentText, Promise<TextIdentity>>()

/** Every question of a conversation needs it, and documents of the same text can have several files. */
function getTextIdentity(document: DocumentText): Promise<TextIdentity> {
  const identity = textIdentities.get(document) ?? identifyText(document)
  textIdentities.set(document, identity)
  return identity
}

async function getIdentity(document: DocumentText, fileName: string): Promise<Identity> {
  const { namedKinds, ...textIdentity } = await getTextIdentity(document)
  const baseName = fileName.replace(/\.[^.]*$/, '')
  const fileWords = wordsOf(keyToWords(baseName))
  const joinedName = wordsOf(baseName).join('')
  const titleKeys = new Set([
    ...textIdentity.titleKeys,
    ...fileWords.flatMap((word) => toMeaningTokens(word)).flatMap(({ keys }) => keys),
  ])
  const titleKinds = getKinds([...titleKeys])
  return {
    ...textIdentity,
    fileWords: new Set(fileWords),
    nameWords: new Set([
      ...textIdentity.nameWords,
      ...fileWords,
      joinedName,
      joinedName.replace(/\d+$/, ''),
    ]),
    titleKeys,
    kinds: titleKinds.length > 0 ? titleKinds : namedKinds,
  }
}

async function identifyText(document: DocumentText): Promise<TextIdentity> {
  const firstPages = { ...document, pages: document.pages.slice(0, maxPages) }
  const preparedDocument = prepareDocument(straightenPages(firstPages), [])
  const answers = await answerWithoutModel(firstPages, parties)
  const wordsOfParty = (key: string) =>
    new Set(wordsOf(String(answers.find((answer) => answer.key === key)?.value ?? '')))
  const sellerWords = wordsOfParty('seller')
  const customerWords = wordsOfParty('customer')
  const partyWords = new Set([...sellerWords, ...customerWords])
  return {
    sellerWords,
    customerWords,
    partyWords,
    nameWords: new Set([...getTitleLines(preparedDocument).flatMap(wordsOf), ...partyWords]),
    textWords: new Set(getRows(document).flatMap(({ text }) => wordsOf(text))),
    titleKeys: getTitleKeys(preparedDocument),
    namedKinds: getKinds([...getNamedKeys(preparedDocument)]),
  }
}
