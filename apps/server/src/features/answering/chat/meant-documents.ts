import { heldWordsIn } from '../text/rows-of-text.ts'
import type { ReadDocument } from './chat-question.ts'

/** A document that a question may mean, and what to ask of it besides the question itself. */
export type Meant = {
  readonly read: ReadDocument
  /** What is asked, without the words that say of which document; absent where these are not its own. */
  readonly head: string | undefined
}

/**
 * The documents that have most of the question's words that not all of them have, their names included: where a
 * question names one, it is this one. The others are left out.
 */
export async function meantDocuments(
  read: readonly ReadDocument[],
  question: string,
): Promise<readonly Meant[]> {
  const held = await Promise.all(read.map((one) => heldBy(one, question)))
  const counts = Map.groupBy(
    held.flatMap((words) => [...words]),
    (word) => word,
  )
  const scores = held.map((words) =>
    [...words].reduce((sum, word) => sum + read.length - (counts.get(word)?.length ?? 0), 0),
  )
  const best = Math.max(...scores)
  const { head, tail } = partsOf(question)
  const meant = read.filter((_, i) => scores[i] === best)
  return Promise.all(
    meant.map(async (one) => ({ read: one, head: (await names(one, tail)) ? head : undefined })),
  )
}

async function heldBy({ document, text }: ReadDocument, question: string) {
  const { held } = await text.heldWords(question)
  return new Set([...held, ...heldWordsIn(document.name, question).held])
}

/** What parts what is asked from what it is asked of, in the languages of the stop words and in Dutch. */
const joint =
  /\s(?:of|on|at|in|for|from|by|von|vom|der|des|auf|bei|im|am|de|du|sur|dans|van|op|bij|del|della|di|da|do|en|sobre)\s/
/** Shorter than this is no more than the word that asks. */
const shortestHead = 12

function partsOf(question: string): { readonly head: string; readonly tail: string } {
  const from = question.slice(shortestHead).search(joint)
  const at = from < 0 ? question.length : from + shortestHead
  return { head: question.slice(0, at), tail: question.slice(at) }
}

/** Whether at least half of the words are the document's. */
async function names(read: ReadDocument, tail: string): Promise<boolean> {
  if (tail.trim() === '') return false
  const held = await heldBy(read, tail)
  const { asked } = heldWordsIn('', tail)
  return asked.length > 0 && held.size * 2 >= asked.length
}
