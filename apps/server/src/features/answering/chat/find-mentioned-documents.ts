import { findQuestionWordsIn } from '../text/document-rows.ts'
import type { LoadedDocument } from './chat-request.ts'

/** A document that a question may be about. */
export type MentionedDocument = {
  readonly document: LoadedDocument
  /**
   * The question without the words that name the document; absent where those words are not in it.
   */
  readonly head: string | undefined
}

/**
 * Finds the documents, names included, that share most of the question's words which not all
 * documents have: when a question names one document, it is this one.
 */
export async function findMentionedDocuments(
  documents: readonly LoadedDocument[],
  question: string,
): Promise<readonly MentionedDocument[]> {
  const sharedWords = await Promise.all(
    documents.map((document) => findWordsOf(document, question)),
  )
  const counts = Map.groupBy(
    sharedWords.flatMap((words) => [...words]),
    (word) => word,
  )
  const scores = sharedWords.map((words) =>
    [...words].reduce((sum, word) => sum + documents.length - (counts.get(word)?.length ?? 0), 0),
  )
  const maxScore = Math.max(...scores)
  const { head, tail } = splitQuestion(question)
  const mentionedDocuments = documents.filter((_, index) => scores[index] === maxScore)
  return Promise.all(
    mentionedDocuments.map(async (document) => ({
      document,
      head: (await isNamedBy(document, tail)) ? head : undefined,
    })),
  )
}

async function findWordsOf({ document, text }: LoadedDocument, question: string) {
  const { inText } = await text.findSharedWords(question)
  return new Set([...inText, ...findQuestionWordsIn(document.name, question).inText])
}

/**
 * Prepositions that separate what is asked from the document it is asked about, in the languages of
 * the stop words and in Dutch.
 */
const preposition =
  /\s(?:of|on|at|in|for|from|by|von|vom|der|des|auf|bei|im|am|de|du|sur|dans|van|op|bij|del|della|di|da|do|en|sobre)\s/
/** Minimum length of the head; a shorter one is only the question word. */
const minHeadLength = 12

function splitQuestion(question: string): { readonly head: string; readonly tail: string } {
  const prepositionOffset = question.slice(minHeadLength).search(preposition)
  const splitOffset = prepositionOffset < 0 ? question.length : prepositionOffset + minHeadLength
  return { head: question.slice(0, splitOffset), tail: question.slice(splitOffset) }
}

/** Whether the document has at least half of the words. */
async function isNamedBy(document: LoadedDocument, tail: string): Promise<boolean> {
  if (tail.trim() === '') return false
  const words = await findWordsOf(document, tail)
  const { inQuestion } = findQuestionWordsIn('', tail)
  return inQuestion.length > 0 && words.size * 2 >= inQuestion.length
}
