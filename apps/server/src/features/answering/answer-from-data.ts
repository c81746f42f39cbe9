import type { Question } from '@recto/provider-spec/answer'
import type { AnsweredQuestion } from './answer-question.ts'
import { openClock } from './open-clock.ts'
import type { OpenedDocument } from './opened-document.ts'

/** By the keys of those questions that the document's embedded data plainly answers; no model is asked. */
export async function answerFromData(
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const { embedded, text } = document
  if (!embedded || questions.length === 0) return new Map()
  const clock = openClock()
  const answers = await clock.time('embedded_data', () =>
    text.answerEmbedded({ data: embedded, questions }),
  )
  const asked = new Map(questions.map((question) => [question.key, question]))
  const metrics = clock.metrics(Math.max(1, answers.length))
  return new Map(
    answers.flatMap(({ key, ...answer }) => {
      const question = asked.get(key)
      return question ? [[key, { key, question, ...answer, context: [], metrics, document }]] : []
    }),
  )
}
