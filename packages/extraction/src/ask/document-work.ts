import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import { isContainer } from '@recto/exact-json/exact-number'
import {
  type Answer,
  type EvidenceTree,
  type FieldType,
  isListType,
  type Json,
  type Question,
} from '@recto/provider-spec/answer'
import { alignValue } from '../align/align-value.ts'
import { computeConfidence } from '../confidence/compute-confidence.ts'
import { createAlignedScorer } from '../confidence/score-aligned.ts'
import { fold, keyToWords } from '../values/fold.ts'
import { fabricatedPlaceholder } from '../values/non-answers.ts'
import { completeJson, cutOff } from '../values/parse-json.ts'
import { isRefusal } from '../values/refusals.ts'
import { withStruckMarked } from '../values/struck-words.ts'
import { undress } from '../values/undress.ts'
import type { ShownPages } from './assemble-prompt.ts'
import { convertAnswer, type Notation, type PlainType } from './convert-answer.ts'
import { getNotation } from './notation.ts'
import { explainSeen, keepReadEvidence, keepShownPages } from './seen-answer.ts'

/** Model's answer to a question. */
export type QuestionReply = {
  readonly question: Question
  readonly text: string
  /** Whether the model was asked to restate its answer. */
  readonly isRestated?: boolean
  /** Whether the model will not continue the reply, so that JSON without its end must be completed. */
  readonly isBrokenOff?: boolean
  /** Set if the model has seen pages, so that it may have read its answer from an image. */
  readonly shownPages?: ShownPages | undefined
}

export type ConvertedAnswer = Pick<Answer, 'value' | 'evidence' | 'confidence' | 'explanation'>

/**
 * Computations over one document for answering questions; a caller may run them in another thread.
 */
export type DocumentWork = {
  wholeText(): Promise<string>
  /** Converts a reply to the type of its question and finds its evidence: see `understand` below. */
  understand(reply: QuestionReply): Promise<ConvertedAnswer | 'cut' | undefined>
}

/** Runs the computations in the caller's thread. */
export function createDocumentWork(document: DocumentText): DocumentWork {
  return {
    wholeText: async () => wholeText(document),
    understand: async (reply) => understand(document, reply),
  }
}

const textByDocument = new WeakMap<DocumentText, string>()

/** Returns the text with its layout preserved by spaces; cached per document. */
export function wholeText(document: DocumentText): string {
  const text = textByDocument.get(document) ?? layoutText(withStruckMarked(document)).text
  textByDocument.set(document, text)
  return text
}

/** A reply with an invented placeholder is never a value, whatever else it contains. */
const fabricatedAnswer: ConvertedAnswer = {
  value: null,
  evidence: null,
  explanation: { missing: { kind: 'made-up-placeholder' } },
}

/**
 * Converts an answer and finds its evidence; `undefined` when it does not have the question's type
 * and must be restated, and `cut` when it is JSON that must be continued.
 */
export function understand(
  document: DocumentText,
  { shownPages, ...reply }: QuestionReply,
): ConvertedAnswer | 'cut' | undefined {
  if (!shownPages) return understandText(document, reply, (_, evidence) => evidence)
  const answer = understandText(keepShownPages(document, shownPages), reply, keepReadEvidence)
  return typeof answer === 'object' ? explainSeen(answer) : answer
}

type KeepEvidence = (value: Json, evidence: EvidenceTree) => EvidenceTree

function understandText(
  document: DocumentText,
  { question, text, isRestated = false, isBrokenOff = false }: QuestionReply,
  keepEvidence: KeepEvidence,
): ConvertedAnswer | 'cut' | undefined {
  const { key, prompt, type } = question
  if (isListType(type)) throw new RangeError('A list is read row by row.')
  const isFabricated =
    type === 'json' ? text.trim() === fabricatedPlaceholder : text.includes(fabricatedPlaceholder)
  if (isFabricated) return fabricatedAnswer
  const isSaid = (words: string) => getFoldedText(document).includes(toFoldedText(words))
  if (!isRestated && type !== 'json' && isRefusal(text) && !isSaid(text)) return toRefusal(text)
  const notation = isRestated ? {} : getNotation(document)
  const value = convertDressed(text, type, {
    notation,
    undress: () => undress(text, { questionText: `${keyToWords(key)} ${prompt}`, isSaid }),
  })
  if (value === cutOff)
    return isBrokenOff ? completeAnswer(document, question, { text, keepEvidence }) : 'cut'
  if (value === undefined) return undefined
  const questionText = `${keyToWords(key)} ${prompt}`
  return addConfidence(document, type, {
    value,
    evidence: keepEvidence(value, alignValue(document, value, type, { questionText })),
  })
}

/** Reads what there is of JSON without its end; `undefined` if nothing in it is a value. */
function completeAnswer(
  document: DocumentText,
  { key, prompt, type }: Question,
  { text, keepEvidence }: { readonly text: string; readonly keepEvidence: KeepEvidence },
): ConvertedAnswer | undefined {
  const value = completeJson(text)
  if (value === undefined || !hasScalar(value)) return undefined
  const questionText = `${keyToWords(key)} ${prompt}`
  const evidence = keepEvidence(value, alignValue(document, value, type, { questionText }))
  const answer = addConfidence(document, type, { value, evidence })
  return { ...answer, explanation: { found: [{ kind: 'broken-off' }] } }
}

function hasScalar(value: Json): boolean {
  if (value === null) return false
  return isContainer(value) ? Object.values(value).some(hasScalar) : true
}

type Conversion = { readonly notation: Notation; readonly undress: () => string }

/** Converts a reply without what the model has put around it, or else as it came. */
function convertDressed(text: string, type: PlainType, { notation, undress }: Conversion) {
  if (type === 'json') return convertAnswer(text, type, notation)
  const plainText = undress()
  const value = convertAnswer(plainText, type, notation)
  return value === undefined && plainText !== text ? convertAnswer(text, type, notation) : value
}

const maxRefusalLength = 300

const toRefusal = (text: string): ConvertedAnswer => ({
  value: null,
  evidence: null,
  explanation: {
    missing: { kind: 'refused', words: toSingleLine(text).slice(0, maxRefusalLength) },
  },
})

const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const toFoldedText = (text: string) => fold(toSingleLine(text))

const foldedTexts = new WeakMap<DocumentText, string>()

/** The words of the document in their order, to look up what it says. */
function getFoldedText(document: DocumentText): string {
  const text =
    foldedTexts.get(document) ??
    toFoldedText(document.pages.flatMap((page) => page.words.map((word) => word.text)).join(' '))
  foldedTexts.set(document, text)
  return text
}

/** Adds the confidence when the document supports the value. */
function addConfidence(
  document: DocumentText,
  type: FieldType,
  answer: Pick<Answer, 'value' | 'evidence'>,
): ConvertedAnswer {
  const confidence = computeConfidence(answer, createAlignedScorer(document, type))
  return confidence ? { ...answer, confidence } : answer
}
