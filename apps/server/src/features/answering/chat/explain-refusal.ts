import { noAnswerReply } from '@recto/extraction/chat-prompt'
import type { DocumentChoice } from '@recto/extraction/choose-documents'
import { describeExplanation } from '@recto/extraction/describe-explanation'
import type { Answer } from '@recto/provider-spec/answer'
import type { Explanation } from '@recto/provider-spec/explanation'
import type { LoadedDocument } from './chat-request.ts'

/** The reasons of a document without a value that help a person, the most helpful first. */
const tellingKinds = ['wrong-checksum', 'contradiction', 'no-value', 'unsure'] as const

const isTelling = (explanation: Explanation | null | undefined, kind: string): boolean =>
  explanation !== null &&
  explanation !== undefined &&
  'missing' in explanation &&
  explanation.missing.kind === kind

/** Says why none of the answers has a value; `undefined` where all that is known is that no label matches. */
export function explainMissing(answers: readonly Answer[]): string | undefined {
  const explanations = answers.map(({ explanation }) => explanation)
  for (const kind of tellingKinds) {
    const explanation = explanations.find((one) => isTelling(one, kind))
    if (explanation) return describeExplanation(explanation)
  }
  return undefined
}

/** A document without an answer, and why. */
export type UnansweringDocument = {
  readonly document: LoadedDocument
  readonly reason?: string | undefined
}

const maxPrompts = 3
const maxDocuments = 3

/** Says that the documents do not answer, what was searched for in which of them, and why nothing was taken. */
export function explainRefusal(
  { scope, unknownNames, documents: choices }: DocumentChoice<LoadedDocument>,
  unansweringDocuments: readonly UnansweringDocument[],
): string {
  if (scope === 'unknown' && unknownNames.length > 0)
    return `${noAnswerReply}\n\nNo document names ${joinQuoted(unknownNames)}.`
  const [first] = choices
  if (!first) return noAnswerReply
  const prompts = [...new Set(first.questions.map(({ prompt }) => prompt))]
  const shortPrompts = prompts
    .filter((prompt) => !prompts.some((one) => one !== prompt && prompt.includes(one)))
    .slice(0, maxPrompts)
  const names = choices.slice(0, maxDocuments).map(({ document }) => document.document.name)
  const moreText = choices.length > maxDocuments ? ` and ${choices.length - maxDocuments} more` : ''
  const { incidentalNames } = first
  const mention =
    incidentalNames.length > 0
      ? ` ${joinQuoted([incidentalNames.join(' ')])} is only mentioned there, without such a value next to the name.`
      : ''
  const reasons = unansweringDocuments
    .filter(({ reason }) => reason !== undefined)
    .slice(0, maxDocuments)
    .map(({ document, reason }) => `\n- **${document.document.name}**: ${reason}`)
  return `${noAnswerReply}\n\nSearched for ${joinQuoted(shortPrompts)} in ${names.join(', ')}${moreText}.${mention}${reasons.join('')}`
}

const joinQuoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ')
