import { functionWords } from '../built-in/concepts/concept-vocabulary.ts'
import { toWordTokens } from '../built-in/concepts/meaning-tokens.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { getKindsOfWord, isDocumentPlural, isDocumentWord } from './kind-words.ts'
import { isPersonTitle } from './name-words.ts'
import { isSpokenVerb } from './spoken-languages.ts'

/** A word of a question, with its offsets in the question. */
export type ChatQuestionWord = {
  /** Folded. */
  readonly word: string
  readonly start: number
  readonly end: number
  /** Whether it is in the vocabulary, and so says what is asked rather than of whom. */
  readonly isVocabulary: boolean
  readonly isCapitalized: boolean
  /** Whether it has two letters or more, and all are capitals: `IT`. */
  readonly isInCapitals: boolean
  /** Whether a comma, a colon or the end of a sentence separates it from the word before it, or nothing precedes it. */
  readonly isFirstOfClause: boolean
  /** Whether it is followed by a colon. */
  readonly isBeforeColon: boolean
}

/** What a question of a chat says about the documents that it is asked of. */
export type ChatQuestion = {
  readonly words: readonly ChatQuestionWord[]
  /** Whether every document is to be answered from. */
  readonly asksEach: boolean
  /** Whether it refers to what was said before: `And its date?` */
  readonly isFollowUp: boolean
  /** Whether it is written in German, which capitalizes every noun. */
  readonly isGerman: boolean
}

const toWords = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map(fold))

/** Words for every one of several things, in the languages of the vocabulary. */
const eachWords = toWords(
  `all every each both everything respectively
  alle aller allen alles jede jeder jedes jedem jeden beide beider beiden jeweils samtliche samtlicher
  tous toutes chaque chacun chacune
  todos todas cada ambos ambas
  tutti tutte ogni ciascun ciascuna entrambi entrambe
  elke iedere beide
  qualquer`,
)

/** Words that stand for every one before a word for documents: `per invoice`. */
const eachPrepositions = toWords('per pro je par por')

/** Words that stand for what was mentioned before. */
const followUpWords = toWords(
  `it its he his she her their they them
  dessen deren davon darin dazu
  son sa ses celui celle celui-ci celle-ci
  su sus eso
  suo sua quello quella
  seu dele dela
  daarvan ervan`,
)
/** Words that do so at the end of a question: `When was that?` */
const followUpEnds = toWords('that das cela ca eso quello dat isso')
const followUpStarts = toWords('and und et y e en also auch aussi')

/** Prepositions that a name can follow. */
const namePrepositions = toWords(
  'of from by at for to with von bei vom fur an mit de du d chez par pour del al di da della van bij voor met',
)
/** Prepositions after which even a word in lower case is probably a name. */
const partyPrepositions = toWords('of from by at von bei vom chez bij')
/** Prepositions that say whose something is. */
const genitives = toWords('of von de di van')
const articles = toWords(
  'the a an der die das dem den des ein eine einer eines le la les l un une el los las il lo gli i een het',
)

const conjunctions = toWords('and und et y e en sowie')
export const isConjunction = (word: string): boolean => conjunctions.has(word)

/** Words that link what is asked to the document in which it is looked for. */
const linkWords = toWords(
  `in on according as per stated shown given our my your s does do did have has show shows state states give gives say says
  im am auf aus laut gemass unserer unserem unser hat haben steht
  sur dans selon notre
  su nuestro nuestra segun
  nel nella nello secondo nostra nostro
  op volgens onze staat
  no na nos nas
  and und et y e en sowie or oder ou`,
)
const questionWords = toWords(
  `how much many what which who whom whose where when why is are was were long high
  wie viel viele hoch lange was wer wo wann welche welcher welches ist sind lautet
  combien quel quelle quels quelles qui quand ou est sont
  cuanto cuantos cual cuales que quien cuando donde es son
  quanto quanti quale quali chi quando dove e sono
  hoeveel wat welk welke wie wanneer waar is zijn qual quais quem onde`,
)
const numberWords = toWords(
  `two three four five six seven eight nine ten
  zwei drei vier funf sechs sieben acht neun zehn
  deux trois quatre cinq dos tres cuatro cinco due tre quattro cinque twee drie vier vijf
  2 3 4 5 6 7 8 9 10`,
)

/** German writes every noun with a capital, so a capital there is no sign of a name. */
const germanWords = toWords(
  'der die das dem den des ist sind wie wann welche welcher welches lautet und ein eine von bei im hoch was haben hat wir viel kosten kostet gekostet zum zur',
)

/** Words that are written like names, but name no party: days, formats of files and greetings. */
const ordinaryWords = toWords(
  `monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday
  montag dienstag mittwoch donnerstag freitag samstag sonntag heute morgen gestern
  lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes
  lunedi martedi mercoledi giovedi venerdi maandag dinsdag woensdag donderdag vrijdag
  pdf word excel docx xlsx csv jpg png recto please thanks thank hi hello bitte danke hallo merci bonjour gracias hola grazie ciao`,
)

/** A question has at most this many words that are looked for in documents; a longer one is no question. */
const maxWords = 300

/** Reads which words of a question can name a document, and whether it is asked of all documents. */
export function parseChatQuestion(question: string): ChatQuestion {
  let previousEnd = 0
  const words: ChatQuestionWord[] = []
  for (const { 0: text, index: start } of question.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.length >= maxWords) break
    const word = fold(text)
    const end = start + text.length
    words.push({
      word,
      start,
      end,
      isVocabulary: isInVocabulary(word),
      isCapitalized: /^\p{Lu}/u.test(text),
      isInCapitals: /^\p{Lu}{2,}$/u.test(text),
      isFirstOfClause: words.length === 0 || /[.?!:;,\n]/.test(question.slice(previousEnd, start)),
      isBeforeColon: /^\s?:/.test(question.slice(end, end + 2)),
    })
    previousEnd = end
  }
  const [firstWord] = words
  return {
    words,
    asksEach: asksOfSeveral(words),
    isFollowUp:
      words.some(({ word }) => followUpWords.has(word)) ||
      (firstWord !== undefined && followUpStarts.has(firstWord.word)) ||
      (words.length > 1 && followUpEnds.has(words.at(-1)?.word ?? '')),
    isGerman: words.filter(({ word }) => germanWords.has(word)).length >= 2,
  }
}

/** `Which of them`, where what is meant was said before or is every document. */
const eachOfThem =
  /(?:^| )(?:(?:which|what|who|how many) of (?:them|these|those)|welche[rs]? (?:davon|von ihnen|von diesen)|lesquels|lesquelles|cuales de (?:ellos|ellas|estos|estas)|quali di (?:essi|esse|loro|questi|queste)|welke (?:ervan|van deze|van hen)|quais (?:deles|delas|destes|destas))(?= |$)/

/** Whether something is asked of every document: `each invoice`, `the invoices`, `the invoice and the order`. */
function asksOfSeveral(words: readonly ChatQuestionWord[]): boolean {
  return (
    words.some(({ word }, index) => isEachWord(words, index) || isDocumentPlural(word)) ||
    eachOfThem.test(words.map(({ word }) => word).join(' ')) ||
    words.some((_, index) => joinsKinds(words, index))
  )
}

/** Whether a word joins words for documents of two kinds. */
function joinsKinds(words: readonly ChatQuestionWord[], index: number): boolean {
  if (!conjunctions.has(words[index]?.word ?? '')) return false
  const rest = words.slice(index + 1).map(({ word }) => word)
  const second = rest.find((word) => !articles.has(word) && !namePrepositions.has(word)) ?? ''
  const kinds = getKindsOfWord(words[index - 1]?.word ?? '')
  const secondKinds = getKindsOfWord(second)
  return (
    kinds.length > 0 && secondKinds.length > 0 && !kinds.some((kind) => secondKinds.includes(kind))
  )
}

/** Whether a word says that something is asked of every document. */
export function isEachWord(words: readonly ChatQuestionWord[], index: number): boolean {
  const word = words[index]?.word ?? ''
  return (
    eachWords.has(word) ||
    (eachPrepositions.has(word) && isDocumentWord(words[index + 1]?.word ?? ''))
  )
}

/** Whether a text can be a name: it has letters, and not only words that documents have for other things. */
export const canBeName = (text: string): boolean =>
  wordsOf(text).some((word) => /^\p{L}{2,}$/u.test(word) && !isInVocabulary(word))

function isInVocabulary(word: string): boolean {
  // `3M` is no number.
  if (/^\d+\p{L}/u.test(word)) return false
  if (functionWords.has(word) || eachWords.has(word) || isLinkWord(word)) return true
  if (isPersonTitle(word) || isSpokenVerb(word)) return true
  if ([questionWords, ordinaryWords, numberWords].some((words) => words.has(word))) return true
  const tokens = toWordTokens(word)
  return tokens.length === 0 || tokens.every(({ group }) => group !== 'word')
}

/**
 * Whether a word only links what is asked to where it stands: an article, a preposition, an auxiliary verb or a word for
 * every document.
 */
export const isLinkWord = (word: string): boolean =>
  [namePrepositions, articles, linkWords, eachWords, eachPrepositions].some((words) =>
    words.has(word),
  )

/** A longer run of words is no name. */
const maxNameWords = 6

/**
 * Whether words that no document has must be a name because of where they stand: before or after a word for a document,
 * before a colon, or after a preposition such as `from`.
 */
export function isInPlaceOfName(
  question: ChatQuestion,
  { from, to }: { readonly from: number; readonly to: number },
  isKind: (index: number) => boolean,
): boolean {
  const { words, isGerman } = question
  const first = words[from]
  const next = words[to]
  if (!first || to - from > maxNameWords || isPossessive(words, from - 1)) return false
  if (isAddressed(words, { from, to })) return true
  if (next && !next.isFirstOfClause && isKind(to)) return isWrittenAsName(question, first)
  const isLast = next === undefined || next.isFirstOfClause
  const isAfterKind = isGerman && isKind(from - 2) && isArticle(words[from - 1])
  return isAfterKind || isIntroducedAsName(question, from, isLast)
}

/** `Ms Acme`, or `Acme: what is the total?` */
const isAddressed = (
  words: readonly ChatQuestionWord[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean =>
  isPersonTitle(words[from - 1]?.word ?? '') ||
  (from === 0 && words[to - 1]?.isBeforeColon === true)

/** In a question with capitals, a small letter says that a word is no name: `the rental contract`. */
const isWrittenAsName = ({ words, isGerman }: ChatQuestion, { isCapitalized }: ChatQuestionWord) =>
  isCapitalized || (!isGerman && !words.some((word) => word.isCapitalized))

/**
 * Whether words that the text of a document has can be the name of someone in it: after a preposition, in the possessive,
 * or with capitals.
 */
export function isWrittenLikeName(
  { words, isGerman }: ChatQuestion,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const group = words.slice(from, to)
  const previous = words[from - 1]?.word ?? ''
  // `the rent of the caretaker`
  const isOfThing = isArticle(words[from - 1]) && genitives.has(words[from - 2]?.word ?? '')
  const isAfterPreposition = namePrepositions.has(previous) || isPersonTitle(previous) || isOfThing
  const hasCapitals = group.every(({ isCapitalized }) => isCapitalized)
  return isPossessive(words, to) || isAfterPreposition || (hasCapitals && !isGerman && from > 0)
}

/**
 * Whether a word that also stands for a document is a name because of its capital and of what precedes it: `Did we pay
 * Bill?`, but not `the Bill`.
 */
export function isNameByPlace({ words, isGerman }: ChatQuestion, index: number): boolean {
  const word = words[index]
  const previous = words[index - 1]?.word ?? ''
  if (!word?.isCapitalized || word.isFirstOfClause || isGerman) return false
  const isAfterParty = namePrepositions.has(previous) && !isEachWord(words, index - 1)
  return isAfterParty || !isLinkWord(previous)
}

/**
 * Finds names that are made of words of the vocabulary: two or more with capitals after a preposition, such as `at
 * Deutsche Bank`. In German, and where every word has a capital, that is no sign of a name.
 */
export function findCapitalizedNames({
  words,
  isGerman,
}: ChatQuestion): readonly (readonly number[])[] {
  if (isGerman || words.every(({ isCapitalized }) => isCapitalized)) return []
  return [...words.keys()]
    .filter((index) => namePrepositions.has(words[index]?.word ?? ''))
    .map((index) => {
      const rest = words.slice(index + 1)
      const end = rest.findIndex(
        ({ isCapitalized, isFirstOfClause, word }) =>
          !isCapitalized || isFirstOfClause || isDocumentWord(word),
      )
      const length = end < 0 ? rest.length : end
      return Array.from({ length }, (_, offset) => index + 1 + offset)
    })
    .filter(({ length }) => length > 1)
}

/** Whether a word is the ending of the one before it: `Acme's`. */
const isPossessive = (words: readonly ChatQuestionWord[], index: number) =>
  words[index]?.word === 's' && words[index]?.start === (words[index - 1]?.end ?? 0) + 1

const isArticle = (word: ChatQuestionWord | undefined) => articles.has(word?.word ?? '')

/** Whether a preposition precedes a word, or it is capitalized at the end of a clause: `did we pay Acme?` */
function isIntroducedAsName(
  { words, isGerman }: ChatQuestion,
  from: number,
  isLast: boolean,
): boolean {
  const previous = words[from - 1]
  const first = words[from]
  if (!previous || !first || first.isFirstOfClause) return false
  const isCapitalized = first.isCapitalized && !isGerman
  if (!partyPrepositions.has(previous.word)) return isCapitalized && isLast
  return first.isCapitalized || isLast
}

const maxEachClauseWords = 8

/** `the totals of the invoice, the order and the booking` */
const maxGroupsOfEach = 5

/** Number of words that can say more about a kind of document. */
const maxWordsBeforeKind = 1

type DocumentWords = {
  /** Indexes of the words of names. */
  readonly names: ReadonlySet<number>
  /** Whether a word is one for a document or its kind. */
  readonly isKind: (index: number) => boolean
}

/**
 * Removes what says which documents a question is asked of: `What is the date of the Acme invoice?` becomes `What is
 * the date`. These are names, and the last two groups of words for a document that a preposition, an article or a word
 * for every document introduces. `undefined` where nothing else is said.
 */
export function removeDocumentWords(
  question: string,
  { words, asksEach }: ChatQuestion,
  { names, isKind }: DocumentWords,
): string | undefined {
  const isLink = (index: number) => {
    const { word = '' } = words[index] ?? {}
    return isLinkWord(word) || (asksEach && numberWords.has(word))
  }
  const skipBack = (end: number, matches: (index: number) => boolean) => {
    let index = end
    while (index > 0 && matches(index - 1)) index--
    return index
  }
  /** Where the last group of words for a document begins, with what introduces it; the end if there is none. */
  const findGroup = (end: number) => {
    const groupEnd = skipBack(end, isLink)
    const isPart = (index: number) => names.has(index) || isKind(index)
    const partStart = skipBack(groupEnd, isPart)
    // `rental` belongs to `rental contract`.
    const groupStart = skipBack(
      partStart,
      (index) => partStart < groupEnd && !isLink(index) && partStart - index <= maxWordsBeforeKind,
    )
    const isIntroduced = groupStart > 0 && isLink(groupStart - 1)
    const hasName = [...names].some((index) => index >= groupStart && index < groupEnd)
    const hasGroup = groupStart < groupEnd && (isIntroduced || hasName)
    return hasGroup ? skipBack(groupStart, isLink) : end
  }
  // `the total of the order at Acme`
  const maxGroups = asksEach ? maxGroupsOfEach : 2
  let end = words.length
  for (let group = 0; group < maxGroups; group++) end = findGroup(end)
  const start = findEndOfEachClause(words)
  const eachIndexes = findEachGroups(words, isKind)
  const withoutNames = (endIndex: number) =>
    words.filter(
      (_, index) =>
        index >= start &&
        index < endIndex &&
        !eachIndexes.has(index) &&
        !names.has(index) &&
        !(names.has(index - 1) && isPossessive(words, index)) &&
        !(names.has(index + 1) && isLink(index)),
    )
  const saysWhat = ({ word }: ChatQuestionWord) =>
    !functionWords.has(word) && !isLinkWord(word) && !questionWords.has(word)
  // `Who is the policyholder` would ask for nothing without its last group.
  const remainingWords = [withoutNames(end), withoutNames(words.length)].find((candidates) =>
    candidates.some(saysWhat),
  )
  return remainingWords && joinWords(question, remainingWords)
}

/** Where a first clause ends that says no more than which documents are meant: `For each order or delivery:`. */
function findEndOfEachClause(words: readonly ChatQuestionWord[]): number {
  const end = words.findIndex(({ isFirstOfClause }, index) => index > 0 && isFirstOfClause)
  const first = words[0]?.word ?? ''
  const begins = isEachWord(words, 0) || (namePrepositions.has(first) && isEachWord(words, 1))
  return begins && end > 0 && end <= maxEachClauseWords ? end : 0
}

/** Finds words for every document with the kinds after them: `each invoice`. */
function findEachGroups(
  words: readonly ChatQuestionWord[],
  isKind: (index: number) => boolean,
): ReadonlySet<number> {
  const indexes = new Set<number>()
  for (const index of words.keys()) {
    const isAfterGroup = indexes.has(index - 1) && isKind(index)
    if ((isEachWord(words, index) && isKind(index + 1)) || isAfterGroup) indexes.add(index)
  }
  return indexes
}

/** Keeps what stands between neighbouring words, such as the hyphen of `e-mail`. */
function joinWords(question: string, words: readonly ChatQuestionWord[]): string {
  return words.reduce((text, { start, end }, index) => {
    const previousEnd = words[index - 1]?.end ?? start
    const gap = question.slice(previousEnd, start)
    return text + (/[\p{L}\p{N}]/u.test(gap) ? ' ' : gap) + question.slice(start, end)
  }, '')
}
