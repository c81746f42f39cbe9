import type { Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { readValues } from '../values/read-values.ts'

/** Second model's judgment of an answer. */
export type Judgement = {
  /** Score from 1 (wrong) to 5 (certainly right). */
  readonly score: number
  readonly reason: string
}

export const passesChallenge = ({ score }: Pick<Judgement, 'score'>): boolean => score > 2

export const verdictSchema: NonNullable<LlmRequest['schema']> = {
  name: 'verdict',
  json: {
    type: 'object',
    properties: { score: { type: 'integer' }, reason: { type: 'string' } },
    required: ['score', 'reason'],
    additionalProperties: false,
  },
}

type AnswerToJudge = {
  readonly question: Pick<Question, 'prompt' | 'type'>
  /** Answer as text. */
  readonly answer: string
  readonly context: string
}

export function createJudgingPrompt({
  question: { prompt, type },
  answer,
  context,
}: AnswerToJudge): string {
  return `Somebody answered a question from the document below. Judge the answer by the document alone.
Score it from 1 (wrong, or not said by the document) to 5 (surely right and complete). The answer NA says that the document does not contain it.

Question (${type}): ${prompt}

Answer: ${answer}

Document:
${fenceText(context)}

Reply with one JSON object: {"score": 1 to 5, "reason": what is wrong and what the document says instead}`
}

export const jsonOnlyReminder = '\n\nReply with that JSON object alone.'

/** Reads a judgment; `undefined` when the reply has no score. */
export function readJudgement(text: string, isCut: boolean): Judgement | undefined {
  const values = readValues({ text, isCut }, ['score', 'reason'])
  const score = Number(values.get('score') ?? /\bscore\W{0,4}([1-5])\b/i.exec(text)?.[1])
  if (!Number.isInteger(score) || score < 1 || score > 5) return undefined
  return { score, reason: String(values.get('reason') ?? text.trim()) }
}
