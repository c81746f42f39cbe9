import { maxProposedLetters } from '@recto/contract/tools/improvements'
import type { CandidateWording, PromptWording } from '../measure/improve-field.ts'
import { isSafePrompt } from './check-prompt.ts'

/** Labels that stand beside or above the expected value of one document. */
type LabeledCase = { readonly labels: readonly string[] }

/** Minimum number and share of documents that have a label beside their value. */
const minDocuments = 3
const minShare = 0.3

const maxLabels = 3

type LabelsToUse = {
  readonly current: PromptWording
  /** Keys of all prompts of the project. */
  readonly keys: readonly string[]
  readonly cases: readonly LabeledCase[]
  readonly maxCandidates: number
}

/**
 * Proposes wordings without a model: with the labels that the expected values of several documents stand beside, such as “Rechnungs-Nr.”
 * Each document counts once for each label.
 */
export function proposeFromLabels({
  current,
  keys,
  cases,
  maxCandidates,
}: LabelsToUse): readonly CandidateWording[] {
  const locatedCases = cases.filter(({ labels }) => labels.length > 0)
  const documentsByLabel = new Map<string, number>()
  for (const { labels } of locatedCases) {
    for (const label of new Set(labels)) {
      documentsByLabel.set(label, (documentsByLabel.get(label) ?? 0) + 1)
    }
  }
  const commonLabels = [...documentsByLabel]
    .filter(([, count]) => count >= minDocuments && count >= minShare * locatedCases.length)
    .toSorted(([, a], [, b]) => b - a)
    .map(([label]) => label)
    .slice(0, maxLabels)
  const [label] = commonLabels
  if (label === undefined) return []
  const quotedLabels = commonLabels.map((one) => `“${one}”`).join(' or ')
  const prompts = [
    `What is the value of ${quotedLabels}?`,
    `${current.prompt.trim()}\nThe value is next to ${quotedLabels}.`,
    `What is the value of “${label}”?`,
  ]
  return [...new Set(prompts)]
    .filter((prompt) => prompt !== current.prompt && prompt.length <= maxProposedLetters)
    .filter((prompt) => isSafePrompt({ prompt, current: current.prompt, keys }))
    .slice(0, maxCandidates)
    .map((prompt) => ({ prompt, type: current.type, source: 'labels' as const }))
}

/** Letters that a label must have, and the most that it may have. */
const labelLength = { min: 2, max: 40 }

/**
 * Returns the label at the end of a text that precedes a value: the words after the last number, colon or other separator.
 * Undefined if there is none.
 */
export function readLabel(textBefore: string): string | undefined {
  const text = textBefore.replace(/\s+/g, ' ').slice(-200)
  const withoutEnd = text.replace(/[\s:.=#€$£-]{0,20}$/u, '')
  const label = (withoutEnd.split(/[\d:;|=€$£]+/u).at(-1) ?? '').trim()
  const letters = label.match(/\p{L}/gu)?.length ?? 0
  return letters >= labelLength.min && label.length <= labelLength.max ? label : undefined
}
