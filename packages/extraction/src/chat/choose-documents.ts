import type { Question } from '@recto/provider-spec/answer'
import {
  type ChatQuestion,
  type ChatQuestionWord,
  findCapitalizedNames,
  isEachWord,
  isInPlaceOfName,
  isNameByPlace,
  isWrittenLikeName,
  parseChatQuestion,
  removeDocumentWords,
} from './chat-question.ts'
import type { DocumentMentions } from './document-mentions.ts'
import { isSubjectWord } from './kind-words.ts'
import { dropMisspeltNames } from './misspelt-names.ts'
import { isPersonTitle } from './name-words.ts'
import { findOtherBills } from './other-bills.ts'
import { readSpokenQuestion, type SpokenQuestion, type SpokenWord } from './spoken-question.ts'
import { listDocumentQuestions } from './to-document-question.ts'

/** A document that a question is asked of. */
export type ChosenDocument<Document> = {
  readonly document: Document
  /** The question in words that do not name the document; each but the first is asked if those before it have no answer. */
  readonly questions: readonly Question[]
  /** The question without any names, for passages that share its words. */
  readonly passageQuestion: string
  /**
   * Words of names in the question that only the text of the document has: a label that says no more than these is not
   * what was asked for.
   */
  readonly textNames: readonly string[]
  /**
   * Words of names in the question that the document mentions only once and by the way, such as that of a superior in a
   * contract: only what stands beside them can be theirs.
   */
  readonly incidentalNames: readonly string[]
}

export type DocumentChoice<Document> = {
  /**
   * `named`: the question names these documents or their parties; `all`: it is asked of every one of them; `any`: it
   * may be about any of them, these most likely; `unknown`: it names only what no document has.
   */
  readonly scope: 'named' | 'all' | 'any' | 'unknown'
  /** Whether every document is to be answered from, each on its own. */
  readonly asksEach: boolean
  /** Whether the question refers to what was said before. */
  readonly isFollowUp: boolean
  /** Names in the question that no document has, as they are written. */
  readonly unknownNames: readonly string[]
  readonly documents: readonly ChosenDocument<Document>[]
}

type DocumentSearch<Document> = {
  readonly documents: readonly Document[]
  readonly question: string
  /** Newest first. */
  readonly previousQuestions: readonly string[]
  /** Finds what a document shares with a question. */
  readonly findMentions: (document: Document, question: string) => Promise<DocumentMentions>
}

type Candidate<Document> = { readonly document: Document; readonly mentions: DocumentMentions }

/** A question with what each document shares with it. */
type ReadQuestion<Document> = {
  readonly text: string
  readonly parsed: ChatQuestion
  readonly candidates: readonly Candidate<Document>[]
  readonly names: NameSearch<Document>
}

/**
 * Chooses the documents that a question is about: by the names of parties and files and by the kinds of documents in
 * it. A question such as `And its date?` is about the documents that the last one before it was about, and `And Acme?`
 * asks the same as that one. Previous questions are given newest first.
 */
export async function chooseDocuments<Document>(
  search: DocumentSearch<Document>,
): Promise<DocumentChoice<Document>> {
  const readQuestion = await read(search, search.question)
  const selection = select(readQuestion)
  const isOpen = selection.scope === 'any' && !selection.isNarrowed
  if (!readQuestion.parsed.isFollowUp) return toChoice(readQuestion, selection)
  for (const previousQuestion of search.previousQuestions) {
    const previous = await read(search, previousQuestion)
    const previousSelection = select(previous)
    const isPreviousOpen = previousSelection.scope === 'any' && previous.parsed.isFollowUp
    if (isPreviousOpen) continue
    return isOpen
      ? toChoice(readQuestion, { ...previousSelection, isNarrowed: true }, previous)
      : toChoice(readQuestion, selection, previous)
  }
  return toChoice(readQuestion, selection)
}

async function read<Document>(
  { documents, findMentions }: DocumentSearch<Document>,
  text: string,
): Promise<ReadQuestion<Document>> {
  const parsed = parseChatQuestion(text)
  const mentionsOfAll = await Promise.all(documents.map((document) => findMentions(document, text)))
  const candidates = dropMisspeltNames(mentionsOfAll).map((mentions, index) => ({
    document: documents[index] as Document,
    mentions,
  }))
  return { text, parsed, candidates, names: findNames(parsed, candidates) }
}

/** Adjacent words of a question that are a name; the end is exclusive. */
type Group = { readonly from: number; readonly to: number }

type NameSearch<Document> = {
  /** The documents of each name that some, but not all of them have. */
  readonly documentsByName: readonly (readonly Candidate<Document>[])[]
  /** The words of each name that no document has. */
  readonly unknownNames: readonly (readonly number[])[]
  /** Words for a bill that no document is. */
  readonly otherBill: readonly number[]
  /** Indexes of all words of names. */
  readonly indexes: ReadonlySet<number>
  /** Indexes of words that only the text of documents has, and that are written like names. */
  readonly textIndexes: ReadonlySet<number>
}

function findNames<Document>(
  parsed: ChatQuestion,
  candidates: readonly Candidate<Document>[],
): NameSearch<Document> {
  const nameIndexes = new Set(
    candidates.flatMap(({ mentions }) => mentions.names.flatMap(({ indexes }) => indexes)),
  )
  const isKind = (index: number) => isSubjectWord(parsed.words[index]?.word ?? '')
  const groups = findGroups(parsed, nameIndexes).map((group) => ({
    ...matchGroup(parsed, candidates, group),
    isInPlace: isInPlaceOfName(parsed, group, isKind),
    isLikeName: isWrittenLikeName(parsed, group),
  }))
  const matches = groups.filter(({ isByName, isInPlace }) => isByName || isInPlace)
  const textNames = groups.filter(
    (group) => !matches.includes(group) && group.isLikeName && group.documents.length > 0,
  )
  const knownNames = matches.filter(({ documents }) => documents.length > 0)
  const titles = [...knownNames, ...textNames]
    .map(({ indexes: [first = 0] }) => first - 1)
    .filter((index) => isPersonTitle(parsed.words[index]?.word ?? ''))
  const otherBill = findOtherBills(candidates.map(({ mentions }) => mentions))
  return {
    otherBill,
    documentsByName: knownNames
      .map(({ documents }) => documents)
      .filter(({ length }) => length < candidates.length),
    unknownNames: [
      ...matches.filter(({ documents }) => documents.length === 0).map(({ indexes }) => indexes),
      ...findUnprintedNames(parsed, candidates, nameIndexes),
      ...(otherBill.length > 0 ? [otherBill] : []),
    ],
    indexes: new Set([...knownNames.flatMap(({ indexes }) => indexes), ...titles]),
    textIndexes: new Set(textNames.flatMap(({ indexes }) => indexes)),
  }
}

/** Finds names made of common words of which no document prints all. */
const findUnprintedNames = <Document>(
  parsed: ChatQuestion,
  candidates: readonly Candidate<Document>[],
  nameIndexes: ReadonlySet<number>,
): readonly (readonly number[])[] =>
  findCapitalizedNames(parsed).filter(
    (indexes) =>
      !indexes.some((index) => nameIndexes.has(index)) &&
      indexes.some((index) => parsed.words[index]?.isVocabulary) &&
      !candidates.some(({ mentions }) =>
        indexes.every((index) => mentions.printedWords.includes(index)),
      ),
  )

/** Finds the runs of words that are in the names of documents, or in no vocabulary. */
function findGroups(
  { words, isGerman }: ChatQuestion,
  nameIndexes: ReadonlySet<number>,
): readonly Group[] {
  const hasCapitals = isGerman || words.some(({ isCapitalized }) => !isCapitalized)
  // `Where did Acme study?`: a verb follows the name.
  const followsName = ({ isCapitalized }: ChatQuestionWord, index: number) =>
    hasCapitals && !isCapitalized && words[index - 1]?.isCapitalized === true
  const groups: Group[] = []
  let from: number | undefined
  for (const [index, word] of words.entries()) {
    const isPart = nameIndexes.has(index) || !word.isVocabulary
    const isEnd = !isPart || word.isFirstOfClause || followsName(word, index)
    if (from !== undefined && isEnd) {
      groups.push({ from, to: index })
      from = undefined
    }
    if (isPart) from ??= index
  }
  return from === undefined ? groups : [...groups, { from, to: words.length }]
}

type GroupMatch<Document> = {
  readonly documents: readonly Candidate<Document>[]
  readonly indexes: readonly number[]
  /** Whether a name of the documents has the words, and not only their text. */
  readonly isByName: boolean
}

/**
 * Finds the documents with a name that has all words of the group, or whose whole name is in it, or else those whose
 * text has all of its words: a document of Deutsche Bank is not meant by `Deutsche Telekom`. A name that says more of the
 * group wins over one that says a part of that, and of names that say the same, a whole one wins over a part of
 * another, unless the question is asked of every document.
 */
function matchGroup<Document>(
  { words, asksEach }: ChatQuestion,
  candidates: readonly Candidate<Document>[],
  { from, to }: Group,
): GroupMatch<Document> {
  const indexes = Array.from({ length: to - from }, (_, i) => from + i)
  const ownIndexes = indexes.filter((index) => words[index]?.isVocabulary === false)
  const requiredIndexes = ownIndexes.length > 0 ? ownIndexes : indexes
  const matches = candidates.flatMap((candidate) =>
    candidate.mentions.names
      .map(({ indexes: nameIndexes, isWhole }) => ({
        candidate,
        isWhole,
        shared: indexes.filter((index) => nameIndexes.includes(index)),
      }))
      .filter(
        ({ shared, isWhole }) =>
          requiredIndexes.every((index) => shared.includes(index)) ||
          (isWhole && shared.length > 0),
      ),
  )
  const bestMatches = matches.filter(
    (match) => !matches.some((rival) => saysMore(rival, match, asksEach)),
  )
  if (bestMatches.length > 0) {
    const shared = new Set(bestMatches.flatMap((match) => match.shared))
    return {
      documents: [...new Set(bestMatches.map(({ candidate }) => candidate))],
      indexes: indexes.filter((index) => shared.has(index)),
      isByName: true,
    }
  }
  const inText = candidates.filter(
    ({ mentions }) =>
      ownIndexes.length > 0 && ownIndexes.every((index) => mentions.textWords.includes(index)),
  )
  return { documents: inText, indexes, isByName: false }
}

type NameMatch = {
  /** Indexes of the words of a group that the name has. */
  readonly shared: readonly number[]
  readonly isWhole: boolean
}

/** Whether the first of two names is the one that is meant, if the second says no more than it. */
function saysMore(name: NameMatch, rival: NameMatch, asksEach: boolean): boolean {
  if (!rival.shared.every((index) => name.shared.includes(index))) return false
  if (name.shared.length > rival.shared.length) return true
  return !asksEach && name.isWhole && !rival.isWhole
}

type Selection<Document> = Pick<DocumentChoice<Document>, 'scope' | 'asksEach'> & {
  readonly documents: readonly Document[]
  /** Whether the question says which of the documents it is about. */
  readonly isNarrowed: boolean
}

function select<Document>({
  parsed,
  candidates,
  names,
}: ReadQuestion<Document>): Selection<Document> {
  const { asksEach } = parsed
  const { documentsByName, unknownNames, otherBill } = names
  const namedDocuments = new Set(documentsByName.flat())
  if (namedDocuments.size > 0 && otherBill.length === 0) {
    return {
      scope: 'named',
      asksEach: asksEach || documentsByName.length > 1,
      documents: candidates.filter((one) => namedDocuments.has(one)).map(toDocument),
      isNarrowed: true,
    }
  }
  if (unknownNames.length > 0)
    return { scope: 'unknown', asksEach, documents: [], isNarrowed: true }
  const likelyCandidates = asksEach ? findOfKind(candidates) : findLikely(candidates)
  return {
    scope: asksEach ? 'all' : 'any',
    asksEach,
    documents: likelyCandidates.map(toDocument),
    isNarrowed: asksEach || likelyCandidates.length < candidates.length,
  }
}

const toDocument = <Document>({ document }: Candidate<Document>) => document

/** Leaves the documents of the kind that a question names, or else of similar ones, where some are and some are not. */
function findOfKind<Document>(
  candidates: readonly Candidate<Document>[],
): readonly Candidate<Document>[] {
  const ofSameKind = candidates.filter(({ mentions }) => mentions.isOfSameKind)
  if (ofSameKind.length > 0) return ofSameKind
  const ofKind = candidates.filter(({ mentions }) => mentions.isOfKind !== false)
  return ofKind.length > 0 ? ofKind : candidates
}

/** Leaves those that also have most of its words for subjects, and then of the words that are in no vocabulary. */
const findLikely = <Document>(candidates: readonly Candidate<Document>[]) =>
  findRichest(
    findRichest(findOfKind(candidates), ({ topicWords }) => topicWords.length),
    ({ textWords }) => textWords.length,
  )

function findRichest<Document>(
  candidates: readonly Candidate<Document>[],
  count: (mentions: DocumentMentions) => number,
): readonly Candidate<Document>[] {
  const maxCount = Math.max(0, ...candidates.map(({ mentions }) => count(mentions)))
  return candidates.filter(({ mentions }) => count(mentions) === maxCount)
}

/** Words the questions for each selected document; one that says nothing repeats what was asked before. */
function toChoice<Document>(
  readQuestion: ReadQuestion<Document>,
  { scope, asksEach, documents }: Selection<Document>,
  previous?: ReadQuestion<Document>,
): DocumentChoice<Document> {
  const { text, names, parsed } = readQuestion
  const { isFollowUp, words } = parsed
  const unknownNames = names.unknownNames.map((indexes) => {
    const first = words[indexes.at(0) ?? 0]
    const last = words[indexes.at(-1) ?? 0]
    return text.slice(first?.start, last?.end)
  })
  const chosenDocuments = documents.map((document) =>
    chooseDocument(document, { readQuestion, previous, asksEach }),
  )
  return { scope, asksEach, isFollowUp, unknownNames, documents: chosenDocuments }
}

type DocumentWording<Document> = {
  readonly readQuestion: ReadQuestion<Document>
  readonly previous: ReadQuestion<Document> | undefined
  readonly asksEach: boolean
}

function chooseDocument<Document>(
  document: Document,
  { readQuestion, previous, asksEach }: DocumentWording<Document>,
): ChosenDocument<Document> {
  const ownWordings = toWordings(readQuestion, document)
  const incidentalNames = getIncidentalNames(readQuestion, document)
  const isRepeated = ownWordings.length === 0 && previous !== undefined
  const wordings = isRepeated ? toWordings(previous, document) : ownWordings
  const saidWords = new Set([
    ...getSaidWords(readQuestion, document),
    ...(isRepeated ? getSaidWords(previous, document) : []),
  ])
  return {
    document,
    questions: listDocumentQuestions({
      spokenQuestions: listSpokenQuestions(readQuestion, document, incidentalNames),
      wordings: wordings.length > 0 ? wordings : [readQuestion.text],
      isAboutCustomer: isAboutCustomer(readQuestion, document),
      isSaid: (word) => saidWords.has(word),
      kinds: getMentions(readQuestion, document)?.kinds ?? [],
      asksEach,
    }),
    textNames: ownWordings.length > 1 ? getTextNames(readQuestion) : [],
    incidentalNames,
    passageQuestion: (wordings.at(-1) ?? readQuestion.text).trim(),
  }
}

const getMentions = <Document>(
  { candidates }: ReadQuestion<Document>,
  document: Document,
): DocumentMentions | undefined => candidates.find((one) => one.document === document)?.mentions

/** The question without what names the document, first with what only its text has and then without that. */
function toWordings<Document>(
  readQuestion: ReadQuestion<Document>,
  document: Document,
): readonly string[] {
  const { text, parsed, names } = readQuestion
  const mentions = getMentions(readQuestion, document)
  const kindWords = getKindWords(readQuestion, document, mentions?.topicWords ?? [])
  const isKind = (index: number) => kindWords.has(index)
  const wordings = [names.indexes, new Set([...names.indexes, ...names.textIndexes])].map(
    (indexes) => removeDocumentWords(text, parsed, { names: indexes, isKind }),
  )
  return [...new Set(wordings.filter((wording) => wording !== undefined))]
}

const getSaidWords = <Document>(
  readQuestion: ReadQuestion<Document>,
  document: Document,
): readonly string[] =>
  (getMentions(readQuestion, document)?.saidWords ?? []).map(
    (index) => readQuestion.parsed.words[index]?.word ?? '',
  )

const getTextNames = <Document>({ parsed, names }: ReadQuestion<Document>) =>
  parsed.words.filter((_, index) => names.textIndexes.has(index)).map(({ word }) => word)

/** The words of names that the document has no more than once, in none of the places where its parties stand. */
function getIncidentalNames<Document>(
  { parsed, candidates, names }: ReadQuestion<Document>,
  document: Document,
): readonly string[] {
  const mentions = candidates.find((one) => one.document === document)?.mentions
  const partyIndexes = mentions?.names.flatMap(({ indexes }) => indexes) ?? []
  const nameIndexes = [...names.indexes, ...names.textIndexes]
  if (nameIndexes.some((index) => partyIndexes.includes(index))) return []
  return nameIndexes
    .filter((index) => mentions?.incidentalWords.includes(index))
    .map((index) => parsed.words[index]?.word ?? '')
}

function listSpokenQuestions<Document>(
  readQuestion: ReadQuestion<Document>,
  document: Document,
  incidentalNames: readonly string[],
): readonly SpokenQuestion[] {
  const { candidates } = readQuestion
  const mentions = candidates.find((one) => one.document === document)?.mentions
  const questions =
    [mentions?.topicWords ?? [], []]
      .map((topicWords) => readSpokenQuestion(getSpokenWords(readQuestion, document, topicWords)))
      .find(({ length }) => length > 0) ?? []
  // What was paid to somebody on a bank statement stands in the row of the name.
  if (incidentalNames.length > 0 && questions.some(({ type }) => type === 'number'))
    return [{ prompt: `${incidentalNames.join(' ')} amount`, type: 'number' }]
  // The money that was handed over at a till includes the change.
  const wholeQuestions = questions.filter(({ prompt }) => prompt !== 'amount paid')
  return mentions?.isReceipt && wholeQuestions.length > 0 ? wholeQuestions : questions
}

/** The words of the question that do not name the document, its parties or its kind, or every document. */
function getSpokenWords<Document>(
  readQuestion: ReadQuestion<Document>,
  document: Document,
  topicWords: readonly number[],
): readonly SpokenWord[] {
  const { parsed, names } = readQuestion
  const kindWords = getKindWords(readQuestion, document, [])
  // Capitals say nothing if every word has one.
  const hasSmallWords = parsed.words.some(({ isCapitalized }) => !isCapitalized)
  const isRemoved = (index: number) =>
    kindWords.has(index) ||
    topicWords.includes(index) ||
    names.indexes.has(index) ||
    isEachWord(parsed.words, index)
  const isName = (index: number) =>
    !names.indexes.has(index) &&
    hasSmallWords &&
    !isRemoved(index - 1) &&
    isNameByPlace(parsed, index)
  return parsed.words
    .filter((_, index) => !isRemoved(index) || isName(index))
    .map((word) => ({ word: word.word, capitals: hasSmallWords ? getCapitals(word) : 'none' }))
}

function getCapitals(word: ChatQuestionWord): SpokenWord['capitals'] {
  if (word.isInCapitals) return 'all'
  const isOrdinary = word.isFirstOfClause || word.end - word.start === 1
  return word.isCapitalized && !isOrdinary ? 'first' : 'none'
}

/** Words for the document; `all orders and invoices` are words for each of them. */
function getKindWords<Document>(
  { parsed, candidates }: ReadQuestion<Document>,
  document: Document,
  topicWords: readonly number[],
): ReadonlySet<number> {
  const mentions = candidates.find((one) => one.document === document)?.mentions
  const kindWords = parsed.asksEach
    ? candidates.flatMap((one) => one.mentions.kindWords)
    : mentions?.kindWords
  return new Set([...(kindWords ?? []), ...topicWords])
}

function isAboutCustomer<Document>(
  { candidates, names }: ReadQuestion<Document>,
  document: Document,
): boolean {
  const mentions = candidates.find((one) => one.document === document)?.mentions
  const mentionedNames = (mentions?.names ?? []).filter((name) =>
    name.indexes.some((index) => names.indexes.has(index)),
  )
  return mentionedNames.length > 0 && mentionedNames.every((name) => name.isCustomer)
}
