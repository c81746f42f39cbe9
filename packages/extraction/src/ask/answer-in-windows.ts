import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken } from '../values/tokens.ts'
import { type AnswerQuestionInput, answerQuestion, type ModelAnswer } from './answer-question.ts'
import { isWithoutJson } from './unreadable-reply.ts'

type WindowedInput = Omit<AnswerQuestionInput, 'context'> & {
  /** Parts of the text, each of which the model can read at once. */
  readonly windows: readonly string[]
}

const maxOverlapLetters = 300
const minWindowLetters = 400

/** Splits a text that is too long for a model into parts of at most so many tokens. */
export function splitForModel(text: string, maxTokens: number): readonly string[] {
  const letters = Math.floor(maxTokens * estimateLettersPerToken(text))
  const maxLetters = Math.max(minWindowLetters, letters)
  return splitIntoWindows(text, {
    maxLetters,
    overlap: Math.min(maxOverlapLetters, maxLetters >> 2),
  })
}

/**
 * Asks a question of one part of a text after the other, until one answers it. If none does, the
 * first reason why is kept.
 */
export async function answerInWindows(input: WindowedInput): Promise<ModelAnswer> {
  const { windows, askModel, ...question } = input
  let firstAnswer: ModelAnswer | undefined
  for (const [i, window] of windows.entries()) {
    const answer = await answerQuestion({
      ...question,
      context: [window],
      askModel: (call) =>
        askModel({ ...call, step: i === 0 ? call.step : `${call.step}@${i + 1}` }),
    })
    if (answer.value !== null && !isWithoutJson(answer)) return answer
    if (!firstAnswer?.explanation) firstAnswer = answer
  }
  if (!firstAnswer) throw new RangeError('A text has at least one part.')
  return firstAnswer
}
