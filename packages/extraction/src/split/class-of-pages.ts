import type { Page } from '@recto/document-text/model'
import { pageText } from '@recto/document-text/page-lines'
import { classifyByWords, unknownBin } from '../classify/classify.ts'
import { wordsOf } from '../values/fold.ts'
import { findKind } from './document-kinds.ts'
import type { PageFacts } from './page-facts.ts'
import { fittedWeights, type SplitWeights } from './split-weights.ts'

/** A class that the caller names, in place of the kinds of the vocabulary. */
export type CallerClass = { readonly name: string; readonly description: string }

export type ClassScores = ReadonlyMap<string, number>

export type PartClass = { readonly class: string | null; readonly classConfidence: number }

const noClass: PartClass = { class: null, classConfidence: 0 }

/** A name in a sentence alone is no sign. */
const minScore = 0.7
/** Words of a class that the vocabulary does not have, once in a page. */
const wordsScore = 1.5

/** Scores the classes that a page may have: those of the caller, or the kinds of the vocabulary. */
export function scoreClasses(
  page: Page,
  { kindScores }: PageFacts,
  callerClasses: readonly CallerClass[] | undefined,
): ClassScores {
  if (!callerClasses) return kindScores
  const scores = new Map<string, number>()
  for (const { name, description } of callerClasses) {
    const kind = (findKind(wordsOf(name)) ?? findKind(wordsOf(description)))?.kind
    const score = kind ? (kindScores.get(kind) ?? 0) : 0
    if (score > 0) scores.set(name, score)
  }
  const isDecided = [...scores.values()].some((score) => score >= minScore)
  const namedClass = isDecided ? undefined : classifyByName(page, callerClasses)
  if (namedClass !== undefined) scores.set(namedClass, wordsScore)
  return scores
}

/** Chooses the class whose name shares the most words with the page, or else the one whose description does. */
function classifyByName(page: Page, classes: readonly CallerClass[]): string | undefined {
  const text = pageText(page)
  const byName = classifyByWords(
    text,
    classes.map(({ name }) => name),
  )
  if (byName !== unknownBin) return byName
  const describedClasses = classes.filter(({ description }) => description !== '')
  const byDescription = classifyByWords(
    text,
    describedClasses.map(({ description }) => description),
  )
  return describedClasses.find(({ description }) => description === byDescription)?.name
}

/** The best class of a page, if its lead is large enough to name it. */
export function chooseClass(
  scores: ClassScores,
  { class: weights }: SplitWeights = fittedWeights,
): PartClass {
  const [best, next] = [...scores].sort((a, b) => b[1] - a[1])
  if (!best || best[1] < minScore) return noClass
  const lead = best[1] - (next?.[1] ?? 0)
  if (lead === 0) return noClass
  const logOdds = weights.bias + weights.score * best[1] + weights.lead * lead
  return { class: best[0], classConfidence: 1 / (1 + Math.exp(-logOdds)) }
}
