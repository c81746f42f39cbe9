import { parseChatQuestion } from '@recto/extraction/chat-question'
import type { DocumentMentions } from '@recto/extraction/document-mentions'
import type { Question } from '@recto/provider-spec/answer'
import type { LoadedDocument } from './chat-request.ts'

/** A document that a question is asked of. */
export type ChosenDocument = {
  readonly document: LoadedDocument
  /** The question in words that do not name the document. */
  readonly question: Question
}

export type DocumentChoice = {
  /**
   * `named`: the question names these documents or their parties; `each`: it is asked of every one of them; `any`: it
   * may be about any of them, these most likely; `unknown`: it names something that no document has.
   */
  readonly scope: 'named' | 'each' | 'any' | 'unknown'
  readonly documents: readonly ChosenDocument[]
}

/** Weights of what a question and a document share; names say most about which document is meant. */
const weights = { name: 4, text: 2, title: 1, kind: 1 }
/** Documents that share at least this much of what the best one shares are meant as well. */
const minShareOfBest = 0.75

/**
 * Chooses the documents that a question is about: by the names of parties and files and by the kinds of documents in
 * the question. What all documents share does not count. A question such as `And its date?` is about the documents
 * that the previous one names.
 */
export async function chooseDocuments(
  documents: readonly LoadedDocument[],
  question: string,
  previousQuestion?: string,
): Promise<DocumentChoice> {
  const choice = await chooseByQuestion(documents, question)
  const isOpen = choice.scope === 'any' && parseChatQuestion(question).isFollowUp
  if (!isOpen || previousQuestion === undefined) return choice
  const previousChoice = await chooseByQuestion(documents, previousQuestion)
  if (previousChoice.scope !== 'named') return choice
  const chosenDocuments = previousChoice.documents.map(({ document }) => document)
  return {
    scope: 'named',
    documents: choice.documents.filter(({ document }) => chosenDocuments.includes(document)),
  }
}

async function chooseByQuestion(
  documents: readonly LoadedDocument[],
  question: string,
): Promise<DocumentChoice> {
  const parsedQuestion = parseChatQuestion(question)
  const candidates = await Promise.all(
    documents.map(async (document) => ({
      document,
      mentions: await document.text.findMentions({ fileName: document.document.name, question }),
    })),
  )
  const mentionedIndexes = new Set(
    candidates.flatMap(({ mentions }) => mentions.words.map(({ index }) => index)),
  )
  const hasUnknownName = parsedQuestion.words.some(
    ({ isNameLike }, index) => isNameLike && !mentionedIndexes.has(index),
  )
  const hasOwnName = ({ mentions }: Candidate) =>
    mentions.words.some(
      ({ index, isInName }) =>
        isInName && candidates.some((one) => !hasWord(one.mentions, index, true)),
    )
  const isNamed = candidates.some(hasOwnName)
  if (hasUnknownName && !isNamed) return { scope: 'unknown', documents: [] }
  const toChoice = ({ document, mentions }: Candidate): ChosenDocument => ({
    document,
    question: mentions.question,
  })
  if (parsedQuestion.asksEach && !isNamed) {
    const candidatesOfKind = candidates.filter(({ mentions }) => mentions.isOfKind !== false)
    const chosenCandidates = candidatesOfKind.length > 0 ? candidatesOfKind : candidates
    return { scope: 'each', documents: chosenCandidates.map(toChoice) }
  }
  const scores = scoreCandidates(candidates.map(({ mentions }) => mentions))
  const maxScore = Math.max(0, ...scores)
  const chosenCandidates = candidates.filter(
    (_, index) => (scores[index] ?? 0) >= minShareOfBest * maxScore,
  )
  return { scope: isNamed ? 'named' : 'any', documents: chosenCandidates.map(toChoice) }
}

const hasWord = ({ words }: DocumentMentions, index: number, isInName: boolean) =>
  words.some((word) => word.index === index && (word.isInName || !isInName))

type Candidate = { readonly document: LoadedDocument; readonly mentions: DocumentMentions }
function scoreCandidates(mentions: readonly DocumentMentions[]): readonly number[] {
  /** Share of the documents that do not have it. */
  const computeRarity = (hasIt: (one: DocumentMentions) => boolean) =>
    1 - mentions.filter(hasIt).length / mentions.length
  return mentions.map(({ words, titleWords, isOfKind }) => {
    const names = sumOf(
      words.map(({ index, isInName }) => {
        const rarity = computeRarity((one) => hasWord(one, index, isInName))
        return rarity * (isInName ? weights.name : weights.text)
      }),
    )
    const titles = sumOf(
      titleWords.map(
        (index) => weights.title * computeRarity((one) => one.titleWords.includes(index)),
      ),
    )
    const kind = isOfKind ? weights.kind * computeRarity((one) => one.isOfKind === true) : 0
    return names + titles + kind
  })
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
