import { functionWords } from '../built-in/concepts/concept-vocabulary.ts'
import { toWordTokens } from '../built-in/concepts/meaning-tokens.ts'
import { fold } from '../values/fold.ts'

/** A word of a question, with its offsets in the question. */
export type ChatQuestionWord = {
  /** Folded. */
  readonly word: string
  readonly start: number
  readonly end: number
  readonly isCapitalized: boolean
  /** Whether it is in the vocabulary, and so says what is asked rather than of whom. */
  readonly isVocabulary: boolean
  /** Whether it is written like a name, so that a document that does not have it is not meant. */
  readonly isNameLike: boolean
}

/** What a question of a chat says about the documents that it is asked of. */
export type ChatQuestion = {
  readonly words: readonly ChatQuestionWord[]
  /** Whether every document is to be answered from. */
  readonly asksEach: boolean
  /** Whether it refers to what was said before: `And its date?` */
  readonly isFollowUp: boolean
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
  todo qualquer`,
)

/** Words that stand for what was mentioned before. */
const followUpWords = toWords(
  `it its he she his her their they them
  er sie dessen deren davon darin dazu ihr ihre
  celui celle celui-ci celle-ci
  eso
  quello quella
  daarvan ervan`,
)
const followUpStarts = toWords('and und et y e en also auch aussi')

/** Prepositions that are followed by a name, where no article comes between. */
const namePrepositions = toWords(
  'of from by at for to with von bei vom fur an mit de du chez par pour del al di da della van bij voor met',
)
const articles = toWords(
  'the a an der die das dem den des ein eine einer eines le la les l un une el los las il lo gli i een het',
)

/** German writes every noun with a capital, so a capital there is no sign of a name. */
const germanWords = toWords(
  'der die das dem den des ist sind wie wann welche welcher welches lautet und ein eine von bei im hoch',
)

/**
 * Reads which words of a question can name a document, and whether it is asked of all documents. Works in one
 * pass over the question.
 */
export function parseChatQuestion(question: string): ChatQuestion {
  const rawWords = [...question.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}&]*/gu)].map((match) => ({
    text: match[0],
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const isGerman = rawWords.filter(({ word }) => germanWords.has(word)).length >= 2
  const words = rawWords.map(({ text, word, start, end }, index): ChatQuestionWord => {
    const isVocabulary = isInVocabulary(word)
    const previousWord = rawWords[index - 1]?.word ?? ''
    const isSentenceStart = index === 0 || /[.?!:]\s*$/.test(question.slice(0, start))
    const isCapitalized = /^\p{Lu}/u.test(text) && /\p{L}{3}/u.test(text)
    const isNameLike =
      !isVocabulary &&
      (namePrepositions.has(previousWord)
        ? isCapitalized || !isGerman
        : isCapitalized && !isSentenceStart && !isGerman)
    return {
      word,
      start,
      end,
      isCapitalized,
      isVocabulary,
      isNameLike: isNameLike && !/^\d/.test(word),
    }
  })
  const [firstWord] = rawWords
  return {
    words,
    asksEach: rawWords.some(({ word }) => eachWords.has(word)),
    isFollowUp:
      rawWords.some(({ word }) => followUpWords.has(word)) ||
      (firstWord !== undefined && followUpStarts.has(firstWord.word)),
  }
}

function isInVocabulary(word: string): boolean {
  if (functionWords.has(word) || eachWords.has(word) || articles.has(word)) return true
  const tokens = toWordTokens(word)
  return tokens.length === 0 || tokens.every(({ group }) => group !== 'word')
}

/** Words that link what is asked to the document in which it is looked for. */
const linkWords = toWords(
  `in on according as per stated shown given our my your s does do did have has show shows state states give gives say says
  im am auf aus laut gemass unserer unserem unser hat haben steht
  sur dans selon notre
  su nuestro nuestra segun
  nel nella nello secondo nostra nostro
  op volgens onze staat
  no na nos nas`,
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

/** Whether a word only links what is asked to where it stands: an article, a preposition or an auxiliary verb. */
export const isLinkWord = (word: string): boolean =>
  namePrepositions.has(word) || articles.has(word) || linkWords.has(word)

type DocumentWords = {
  /** Indexes of the words of names. */
  readonly names: ReadonlySet<number>
  /** Whether a word is one for a document or its kind. */
  readonly isKind: (index: number) => boolean
}

/**
 * Removes what says which documents a question is asked of: `What is the date of the Acme invoice?` becomes `What is
 * the date`. These are names, and the last group of words for a document that a preposition, an article or a word for
 * every document introduces.
 */
export function removeDocumentWords(
  question: string,
  { words, asksEach }: ChatQuestion,
  { names, isKind }: DocumentWords,
): string {
  const isLink = (index: number) => {
    const { word = '' } = words[index] ?? {}
    return isLinkWord(word) || (asksEach && (eachWords.has(word) || numberWords.has(word)))
  }
  const skipBack = (end: number, matches: (index: number) => boolean) => {
    let index = end
    while (index > 0 && matches(index - 1)) index--
    return index
  }
  /** Where the last group of words for a document begins, with what introduces it; the end if there is none. */
  const findGroup = (end: number) => {
    const groupEnd = skipBack(end, isLink)
    const groupStart = skipBack(groupEnd, (index) => names.has(index) || isKind(index))
    const isIntroduced = groupStart > 0 && isLink(groupStart - 1)
    const hasName = [...names].some((index) => index >= groupStart && index < groupEnd)
    const hasGroup = groupStart < groupEnd && (isIntroduced || hasName)
    return hasGroup ? skipBack(groupStart, isLink) : end
  }
  // `the total of the order at Acme`
  const end = findGroup(findGroup(words.length))
  const withoutNames = (endIndex: number) =>
    words.filter(
      (_, index) =>
        index < endIndex && !names.has(index) && !(names.has(index + 1) && isLink(index)),
    )
  const saysWhat = ({ word }: ChatQuestionWord) =>
    !functionWords.has(word) && !isLinkWord(word) && !questionWords.has(word)
  // `Who is the policyholder` would ask for nothing without its last group.
  const remainingWords = [withoutNames(end), withoutNames(words.length), words].find((candidates) =>
    candidates.some(saysWhat),
  )
  return joinWords(question, remainingWords ?? words)
}

/** Keeps what stands between neighbouring words, such as the hyphen of `e-mail`. */
function joinWords(question: string, words: readonly ChatQuestionWord[]): string {
  return words.reduce((text, { start, end }, index) => {
    const previousEnd = words[index - 1]?.end ?? start
    const gap = question.slice(previousEnd, start)
    return text + (/[\p{L}\p{N}]/u.test(gap) ? ' ' : gap) + question.slice(start, end)
  }, '')
}
