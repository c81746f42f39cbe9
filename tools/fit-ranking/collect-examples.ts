import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '@recto/document-text/reader'
import {
  type CandidateSignals,
  listCandidatesOfFit,
  toNoneSignals,
} from '@recto/extraction/rank-candidates'
import type { FieldType } from '@recto/provider-spec/answer'
import { isSameValue } from '../bench-questions/compare-values.ts'

/** A question with the values that the document has, and which of them are right. */
export type Example = {
  readonly set: string
  readonly candidates: readonly {
    readonly value: string
    readonly signals: CandidateSignals
    readonly isRight: boolean
  }[]
  readonly noneSignals: Readonly<Record<string, number>>
  readonly hasAnswer: boolean
}

type ExpectedValue = string | number | boolean | null
type QuestionToAsk = { readonly question: string; readonly type: FieldType }
type QuestionFile = {
  readonly file: string
  readonly kind: string
  readonly questions: readonly (QuestionToAsk & { readonly expected: ExpectedValue })[]
  readonly absent?: readonly QuestionToAsk[]
}

const questionsOfOtherKinds = 4

/** Asks all questions of the sets, and for each document a few of those about documents of other kinds. */
export async function collectExamples(
  reader: Reader,
  folder: string,
  sets: readonly string[],
): Promise<readonly Example[]> {
  const files = sets.flatMap((set) => {
    const documents = join(folder, set, 'documents')
    return readdirSync(documents)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => ({
        set,
        documents,
        content: JSON.parse(readFileSync(join(documents, name), 'utf8')) as QuestionFile,
      }))
  })
  const examples: Example[] = []
  for (const [index, { set, documents, content }] of files.entries()) {
    const bytes = readFileSync(join(documents, content.file))
    const document = await reader.read(bytes, { name: content.file })
    const ask = (askedQuestion: QuestionToAsk, expected: ExpectedValue): Example => {
      const candidates = listCandidatesOfFit(document, {
        key: 'answer',
        prompt: askedQuestion.question,
        type: askedQuestion.type,
      })
      return {
        set,
        candidates: candidates.map(({ value, signals }) => ({
          value: String(value),
          signals,
          isRight: expected !== null && isSameValue(value, expected, askedQuestion.type),
        })),
        noneSignals: toNoneSignals(askedQuestion.type, candidates),
        hasAnswer: expected !== null,
      }
    }
    for (const question of content.questions) examples.push(ask(question, question.expected))
    for (const question of content.absent ?? []) examples.push(ask(question, null))
    const questionsOfOthers = files
      .filter(({ content: { kind } }) => kind !== content.kind)
      .flatMap(({ content: { questions } }) => questions)
      .filter(({ type }) => type !== 'boolean')
    examples.push(...pickForeign(questionsOfOthers, index, (question) => ask(question, null)))
  }
  return examples
}

const step = 37
const maxTries = 40
const minUnknown = 2

/** Picks questions about things that the document does not name, in a fixed order. */
function pickForeign(
  questions: readonly QuestionToAsk[],
  seed: number,
  ask: (question: QuestionToAsk) => Example,
): readonly Example[] {
  const examples: Example[] = []
  for (let tries = 0; tries < maxTries && examples.length < questionsOfOtherKinds; tries++) {
    const question = questions[(seed * 101 + tries * step) % questions.length]
    const example = question && ask(question)
    if (example && example.candidates.length > 0 && namesNothing(example)) examples.push(example)
  }
  return examples
}

/** Whether the document lacks what a question names: half of its words at least. */
const namesNothing = ({ candidates }: Example): boolean =>
  candidates.every(
    ({ signals }) =>
      (signals.hasField ?? 0) === 0 &&
      (signals.missingInDocument ?? 0) > 0.5 &&
      (signals.wordsUnknown ?? 0) + (signals.thingsUnknown ?? 0) >= minUnknown / 2,
  )
