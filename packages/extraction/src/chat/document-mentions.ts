import type { DocumentText } from '@recto/document-text/model'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { toMeaningTokens } from '../built-in/concepts/meaning-tokens.ts'
import { isReceipt } from '../built-in/is-receipt.ts'
import { findLegalForm, isLegalForm } from '../built-in/legal-forms.ts'
import { prepareDocument } from '../built-in/prepare-document.ts'
import {
  getCloseKinds,
  getKinds,
  getNamedKeys,
  getTitleKeys,
  getTitleKinds,
  isKind,
} from '../built-in/question-support.ts'
import { getTitleLines } from '../built-in/requested-role.ts'
import { straightenPages } from '../built-in/straighten-pages.ts'
import { keyToWords, wordsOf } from '../values/fold.ts'
import { isSaidIn } from './bare-wording.ts'
import { type ChatQuestionWord, isLinkWord, parseChatQuestion } from './chat-question.ts'
import { getRows, type LaidOutRow } from './document-rows.ts'
import { isAnyDocument, isDocumentWord, readKindPhrase } from './kind-words.ts'
import { differsByTypo, getSpellings } from './name-words.ts'
import { isPayingVerb } from './spoken-languages.ts'

export type MentionSearch = {
  /** Name of the document's file. */
  readonly fileName: string
  readonly question: string
}

/** A name of the document that shares words with a question. */
type MentionedName = {
  /** Indexes of these words among the words of the question. */
  readonly indexes: readonly number[]
  /** Those of the indexes whose words are spelt as in the name but for one letter. */
  readonly misspeltIndexes: readonly number[]
  /** Whether the question has the whole name. */
  readonly isWhole: boolean
  readonly isCustomer: boolean
}

/** The words that a question and a document share; they are indexes among the words of the question. */
export type DocumentMentions = {
  readonly names: readonly MentionedName[]
  /** Words outside of the vocabulary that the text has anywhere. */
  readonly textWords: readonly number[]
  /** Words of any kind that the text has. */
  readonly printedWords: readonly number[]
  /** Words outside of the vocabulary that the text has once, and where no party stands. */
  readonly incidentalWords: readonly number[]
  /** Words for what the document names anywhere, also in another language. */
  readonly saidWords: readonly number[]
  /** Words for any document, or for one of this one's kind. */
  readonly kindWords: readonly number[]
  /** Words for bills of a subject that the document does not name. */
  readonly otherBillWords: readonly number[]
  /** Words for a subject that the document's first lines or its file name as well. */
  readonly topicWords: readonly number[]
  /** Whether the document is of a kind that the question names, or of a similar one; undefined where it names none. */
  readonly isOfKind: boolean | undefined
  /** Whether it is of the same kind: a booking is similar to an order. */
  readonly isOfSameKind: boolean
  /** The kinds of the document. */
  readonly kinds: readonly string[]
  /** Whether it is a receipt, where what was paid can include the change. */
  readonly isReceipt: boolean
}

type Name = { readonly words: readonly string[]; readonly isCustomer: boolean }

/** The parts of an identity that are read from the text. */
type TextIdentity = {
  readonly names: readonly Name[]
  readonly textWords: ReadonlySet<string>
  /** Those that only one row below the head has, in running text or beside numbers. */
  readonly incidentalWords: ReadonlySet<string>
  readonly titleKeys: ReadonlySet<string>
  /** Kinds that the title names. */
  readonly titleKinds: readonly string[]
  /** Everything that the text names anywhere. */
  readonly namedKeys: ReadonlySet<string>
  /** The same without what only the names of companies say. */
  readonly subjectKeys: ReadonlySet<string>
  readonly isReceipt: boolean
}

type Identity = Omit<TextIdentity, 'titleKinds'> & {
  readonly kinds: readonly string[]
  /** These are only its own kinds, without similar ones. */
  readonly closeKinds: readonly string[]
}

/** The names of a document and of its parties stand on its first pages. */
const maxPages = 2
const parties = [
  { key: 'seller', prompt: 'Who is the seller?', type: 'text' },
  { key: 'customer', prompt: 'Who is the customer?', type: 'text' },
  { key: 'employee', prompt: 'Who is the employee?', type: 'text' },
  { key: 'patient', prompt: 'Who is the patient?', type: 'text' },
  { key: 'tenant', prompt: 'Who is the tenant?', type: 'text' },
  { key: 'policyholder', prompt: 'Who is the policyholder?', type: 'text' },
] as const

/**
 * Finds what a question and a document share: words of the names of its file, its parties and its first lines, words of
 * its text, and words for its kind.
 */
export async function findMentions(
  document: DocumentText,
  { fileName, question }: MentionSearch,
): Promise<DocumentMentions> {
  const identity = await getIdentity(document, fileName)
  const { words } = parseChatQuestion(question)
  const indexes = [...words.keys()]
  const kinds = toMeaningTokens(
    words
      .map(({ word }) => word)
      .filter((word) => !isPayingVerb(word))
      .join(' '),
  ).flatMap(({ keys }) => keys.filter(isKind))
  const findWords = (textWords: ReadonlySet<string>) =>
    indexes.filter((index) => {
      const { word = '', isVocabulary = true } = words[index] ?? {}
      return !isVocabulary && getSpellings(word).some((spelling) => textWords.has(spelling))
    })
  return {
    names: [
      ...identity.names.map((name) => findName(words, name)),
      findFileName(words, fileName),
    ].filter((name) => name !== undefined),
    textWords: findWords(identity.textWords),
    printedWords: indexes.filter((index) =>
      getSpellings(words[index]?.word ?? '').some((spelling) => identity.textWords.has(spelling)),
    ),
    incidentalWords: findWords(identity.incidentalWords),
    saidWords: indexes.filter((index) => isSaidIn(words[index]?.word ?? '', identity)),
    kindWords: indexes.filter((index) =>
      getPhrases(words, index).some((phrase) => isWordFor(identity, phrase)),
    ),
    otherBillWords: indexes.flatMap((index) => findOtherBill(words, index, identity)),
    topicWords: indexes.filter((index) =>
      toMeaningTokens(words[index]?.word ?? '').some(
        ({ group, keys }) =>
          !isPayingVerb(words[index]?.word ?? '') &&
          (group === 'contexts' || (group === 'word' && precedesDocument(words, index))) &&
          keys.some((key) => identity.titleKeys.has(key)),
      ),
    ),
    isOfKind: kinds.length > 0 ? kinds.some((kind) => identity.kinds.includes(kind)) : undefined,
    isOfSameKind: kinds.some((kind) => identity.closeKinds.includes(kind)),
    kinds: identity.closeKinds,
    isReceipt: identity.isReceipt,
  }
}

/** Finds the words of a name in a question. Words that are also common ones count only together. */
function findName(words: readonly ChatQuestionWord[], name: Name): MentionedName | undefined {
  const nameSpellings = name.words.map(getSpellings)
  const foundWords = new Set<number>()
  const matches = words.map((_, index) => {
    const match = getForms(words, index)
      .map((form) => findInName(nameSpellings, form))
      .find((position) => position >= 0)
    if (match !== undefined) foundWords.add(match)
    return match !== undefined
  })
  for (const index of findJoinedName(words, name.words)) matches[index] = true
  const isWhole = foundWords.size === name.words.length
  const indexes = [...words.keys()].filter((index) => {
    const { isVocabulary = true } = words[index] ?? {}
    const hasNeighbour = matches[index - 1] === true || matches[index + 1] === true
    return (
      matches[index] && (!isVocabulary || hasNeighbour || (isWhole && words[index]?.isCapitalized))
    )
  })
  // A word for a document is no part of the words of a name, but can stand within it: `Au bon moulin`.
  const gaps = [...words.keys()].filter(
    (index) =>
      !indexes.includes(index) && indexes.includes(index - 1) && indexes.includes(index + 1),
  )
  const saysName = indexes.some((index) => !isLinkWord(words[index]?.word ?? ''))
  if (!saysName) return undefined
  const legalForms = indexes
    .map((index) => index + 1)
    .filter((index) => isFoldedLegalForm(words[index]?.word ?? '') && !indexes.includes(index))
  const misspeltIndexes = indexes.filter(
    (index) =>
      !getForms(words, index).some(
        ({ word }) => findInName(nameSpellings, { word, allowsTypos: false }) >= 0,
      ),
  )
  return {
    indexes: [...indexes, ...gaps, ...legalForms],
    misspeltIndexes,
    isWhole,
    isCustomer: name.isCustomer,
  }
}

/** Whether a word says of what a document is, before the word for it: `dentist's bill`. */
function precedesDocument(words: readonly ChatQuestionWord[], index: number): boolean {
  const next = words[index + 1]?.word
  const nextWord = next === 's' ? words[index + 2]?.word : next
  return isDocumentWord(nextWord ?? '')
}

const maxJoinedWords = 4
const minJoinedLength = 6

/** Finds neighbouring words whose letters are a name, wherever it has its gaps: a print can have one in `T en Cate`. */
function findJoinedName(
  words: readonly ChatQuestionWord[],
  nameWords: readonly string[],
): readonly number[] {
  const name = nameWords.join('')
  if (name.length < minJoinedLength) return []
  for (const start of words.keys()) {
    for (let count = 2; count <= maxJoinedWords; count++) {
      const group = words.slice(start, start + count)
      if (group.map(({ word }) => word).join('') === name)
        return group.map((_, offset) => start + offset)
    }
  }
  return []
}

/** Some legal forms are recognised by their capitals only. */
const isFoldedLegalForm = (word: string): boolean =>
  isLegalForm(word) || isLegalForm(word.toUpperCase())

const findInName = (
  nameSpellings: readonly (readonly string[])[],
  { word, allowsTypos }: WordForm,
): number =>
  nameSpellings.findIndex((spellings) =>
    spellings.some(
      (spelling) => spelling === word || (allowsTypos && differsByTypo(spelling, word)),
    ),
  )

/** Whether a text has none but the given folded words, and words that link them: `de Lattre Alexis`. */
export const saysOnly = (text: string, words: readonly string[]): boolean =>
  words.length > 0 && wordsOf(text).every((word) => words.includes(word) || isLinkWord(word))

/** Whether a text has one of the given folded words. */
export const saysAnyOf = (text: string, words: readonly string[]): boolean =>
  wordsOf(text).some((word) => words.includes(word))

type WordForm = { readonly word: string; readonly allowsTypos: boolean }

/** A word in its spellings, also joined with its neighbours: people write `Quality Hosting` for `QualityHosting`. */
function getForms(words: readonly ChatQuestionWord[], index: number): readonly WordForm[] {
  const { word = '', isVocabulary = true } = words[index] ?? {}
  const previousWord = words[index - 1]?.word
  const nextWord = words[index + 1]?.word
  return [
    ...getSpellings(word).map((spelling) => ({ word: spelling, allowsTypos: !isVocabulary })),
    ...[previousWord && previousWord + word, nextWord && word + nextWord]
      .filter((form) => form !== undefined)
      .map((form) => ({ word: form, allowsTypos: false })),
  ]
}

/** Finds the whole name of the file, also where it is made of common words and numbers: `invoice 3`, `bank.pdf`. */
function findFileName(
  words: readonly ChatQuestionWord[],
  fileName: string,
): MentionedName | undefined {
  const sequences = [wordsOf(fileName), wordsOf(keyToWords(removeExtension(fileName)))]
  for (const sequence of sequences.filter(({ length }) => length > 1)) {
    const start = words.findIndex((_, index) =>
      sequence.every((fileWord, offset) => words[index + offset]?.word === fileWord),
    )
    const indexes = sequence.map((_, offset) => start + offset)
    if (start >= 0) return { indexes, misspeltIndexes: [], isWhole: true, isCustomer: false }
  }
  return undefined
}

const removeExtension = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')

/** A word, and the phrases that it forms with the one beside it: `curriculum vitae`. */
function getPhrases(words: readonly ChatQuestionWord[], index: number): readonly string[] {
  const word = words[index]?.word ?? ''
  const [previousWord, nextWord] = [index - 1, index + 1].map((i) => words[i]?.word)
  return [[word], [previousWord, word], [word, nextWord]]
    .filter((phrase) => phrase.every((part) => part !== undefined && !isLinkWord(part)))
    .map((phrase) => phrase.join(' '))
}

/**
 * Whether a phrase stands for any document, or for one of this one's kind, also with a subject that its text names: `electricity
 * bill`.
 */
function isWordFor({ kinds, namedKeys }: Identity, phrase: string): boolean {
  if (isAnyDocument(phrase)) return true
  const { kinds: phraseKinds, subjects } = readKindPhrase(phrase)
  return (
    phraseKinds.some((kind) => kinds.includes(kind)) &&
    subjects.every(({ keys }) => keys.some((key) => namedKeys.has(key)))
  )
}

/** The words at an index for a bill of something that the document does not name; none for any other word. */
function findOtherBill(
  words: readonly ChatQuestionWord[],
  index: number,
  { subjectKeys }: Identity,
): readonly number[] {
  const indexes = [index - 1, index].filter((i) => words[i] !== undefined)
  const isOneClause = words[index]?.isFirstOfClause === false
  return (
    [[index], isOneClause ? indexes : []].find((phraseIndexes) => {
      const phrase = phraseIndexes.map((i) => words[i]?.word).join(' ')
      const { kinds, subjects } = readKindPhrase(phrase)
      const isSaid = ({ keys }: { readonly keys: readonly string[] }) =>
        keys.some((key) => subjectKeys.has(key))
      return kinds.includes('bill') && subjects.length > 0 && !subjects.every(isSaid)
    }) ?? []
  )
}

const textIdentities = new WeakMap<DocumentText, Promise<TextIdentity>>()

/** Every question of a conversation needs it, and documents of the same text can have several files. */
function getTextIdentity(document: DocumentText): Promise<TextIdentity> {
  const identity = textIdentities.get(document) ?? identifyText(document)
  textIdentities.set(document, identity)
  return identity
}

async function getIdentity(document: DocumentText, fileName: string): Promise<Identity> {
  const { titleKinds: textKinds, ...textIdentity } = await getTextIdentity(document)
  const fileWords = wordsOf(keyToWords(removeExtension(fileName)))
  const fileKeys = [...fileWords, fileWords.join(' ')]
    .flatMap((words) => toMeaningTokens(words))
    .flatMap(({ keys }) => keys)
  const titleKeys = new Set([...textIdentity.titleKeys, ...fileKeys])
  const subjectKeys = new Set([...textIdentity.subjectKeys, ...fileKeys])
  const titleKinds = [...textKinds, ...fileKeys.filter(isKind)]
  const kinds = titleKinds.length > 0 ? titleKinds : [...textIdentity.namedKeys].filter(isKind)
  const isOwn = (word: string) => !/^\d+$/.test(word) && !isDocumentWord(word)
  const ownWords = fileWords.filter(isOwn)
  const unsplitWords = wordsOf(removeExtension(fileName)).filter(isOwn)
  const joinedName = ownWords.join('')
  const fileNames = [
    ownWords,
    unsplitWords,
    [joinedName],
    [joinedName.replace(/(?<!\d)\d+$/, '')],
  ].filter(([firstWord = '']) => firstWord !== '')
  return {
    ...textIdentity,
    names: [
      ...textIdentity.names,
      ...fileNames.map((words): Name => ({ words, isCustomer: false })),
    ],
    titleKeys,
    subjectKeys,
    kinds: getKinds(kinds),
    closeKinds: getCloseKinds(kinds),
  }
}

/** Number of lines at the top of a document that can be a name of it. */
const maxNameLines = 2
const maxNameWords = 8

async function identifyText(document: DocumentText): Promise<TextIdentity> {
  const firstPages = { ...document, pages: document.pages.slice(0, maxPages) }
  const preparedDocument = prepareDocument(straightenPages(firstPages), [])
  const answers = await answerWithoutModel(firstPages, parties)
  const rows = getRows(document)
  const partyNames = answers
    .filter(({ value }) => value !== null)
    .map(({ key, value }) => ({ name: String(value), isCustomer: key === 'customer' }))
  const firstLines = getTitleLines(preparedDocument)
    .filter((line) => /\p{L}{2}/u.test(line))
    .slice(0, maxNameLines)
    .map((name) => ({ name, isCustomer: false }))
  const names = [...partyNames, ...firstLines]
    .map(({ name, isCustomer }): Name => ({ words: toNameWords(name), isCustomer }))
    .filter(({ words }) => words.length > 0 && words.length <= maxNameWords)
  return {
    names,
    textWords: new Set(rows.flatMap(({ text }) => wordsOf(text))),
    incidentalWords: findIncidentalWords(rows),
    titleKeys: getTitleKeys(preparedDocument),
    titleKinds: getTitleKinds(preparedDocument),
    namedKeys: getNamedKeys(preparedDocument),
    subjectKeys: findSubjectKeys(rows, names),
    isReceipt: isReceipt(preparedDocument),
  }
}

/** Whether a word is the name without its gaps, as in the address of a company's site. */
const joinsName = (word: string, { words: [first = '', second = ''] }: Name): boolean =>
  second !== '' && word.includes(`${first}${second}`)

/** What the rows say without the names of parties: one of these can say of something else what it is. */
function findSubjectKeys(rows: readonly LaidOutRow[], names: readonly Name[]): ReadonlySet<string> {
  const texts = rows
    .filter(({ text }) => findLegalForm(text) === undefined)
    .map(({ text }) => {
      const words = wordsOf(text)
      const namesInRow = names.filter(
        (name) =>
          name.words.length > 1 && name.words.filter((one) => words.includes(one)).length > 1,
      )
      return words
        .filter((word) => !namesInRow.some((name) => name.words.includes(word)))
        .filter((word) => !names.some((name) => joinsName(word, name)))
        .join(' ')
    })
  return new Set(texts.flatMap((text) => toMeaningTokens(text).flatMap(({ keys }) => keys)))
}

/** Number of rows at the top of a document in which its parties stand. */
const maxHeadRows = 12
/** The same where they stand in running text, as in a contract. */
const maxHeadRowsOfText = 7
/** Number of words from which a cell is running text. */
const minWordsOfText = 8
/** A cell with fewer words, and no number, can be the name of a party on its own or after its label. */
const maxWordsOfParty = 5

function findIncidentalWords(rows: readonly LaidOutRow[]): ReadonlySet<string> {
  const cells = rows.flatMap(({ text }, index) =>
    splitCells(text).map((cell) => ({
      words: [...new Set(wordsOf(cell))],
      isParty: canNameParty(cell, { text, index }),
    })),
  )
  const counts = Map.groupBy(
    cells.flatMap(({ words }) => words),
    (word) => word,
  )
  const wordsOfParties = new Set(
    cells.filter(({ isParty }) => isParty).flatMap(({ words }) => words),
  )
  return new Set(
    [...counts]
      .filter(([word, places]) => places.length === 1 && !wordsOfParties.has(word))
      .map(([word]) => word),
  )
}

/** Splits a row at its gaps, but keeps the number of a party before its name: `(2)   Acme Limited`. */
const splitCells = (row: string): readonly string[] =>
  row.replace(/^(\(?\w{1,2}[).])\s+/, '$1 ').split(/\s{2,}|\t/)

/** An amount, and no part of a date. */
const ledgerAmount = /(?<!\d[.,]\d?)\d[.,]\d{2}(?![.,]?\d)/

type RowOfText = { readonly text: string; readonly index: number }

/** Whether a cell stands where documents name their parties: in their head, alone or after a label, or numbered. */
function canNameParty(cell: string, { text, index }: RowOfText): boolean {
  const words = wordsOf(cell)
  // A row of a ledger names those who were paid.
  const isInLedger = cell !== text && ledgerAmount.test(text)
  if (isInLedger || isLabelledAsOther(cell)) return false
  const maxRows = words.length < minWordsOfText ? maxHeadRows : maxHeadRowsOfText
  const isCell = words.length <= maxWordsOfParty && !/\d/.test(cell)
  return index < maxRows || isCell || isNumberedParty(cell)
}

/** `(2) Acme Limited, of Unit 6`, but not a numbered sentence that mentions a company. */
function isNumberedParty(cell: string): boolean {
  const number = /^\(?\w{1,2}[).]\s/.exec(cell)?.[0]
  const legalForm = findLegalForm(cell)
  if (number === undefined || !legalForm) return false
  return !/(?<!\p{L})\p{Ll}{4,}/u.test(cell.slice(number.length, legalForm.index))
}

/** People whom documents name beside those that they are about. */
const otherRoles: ReadonlySet<string> = new Set(
  'manager supervisor referee driver guardian emergency witness'.split(' '),
)

/** Whether a label says that a cell names somebody whom the document is not about: `Line manager: A. Smith`. */
function isLabelledAsOther(cell: string): boolean {
  const label = /^([^:]{2,40}):\s*\S/.exec(cell)?.[1] ?? ''
  return toMeaningTokens(label).some(({ keys }) => keys.some((key) => otherRoles.has(key)))
}

/** The words of a name without its legal form, which many names share, and without words for documents. */
function toNameWords(name: string): readonly string[] {
  const legalForm = findLegalForm(name)
  const nameWithoutForm = legalForm ? name.slice(0, legalForm.index) : name
  return wordsOf(nameWithoutForm || name).filter(
    (word) => !isFoldedLegalForm(word) && !isDocumentWord(word),
  )
}
