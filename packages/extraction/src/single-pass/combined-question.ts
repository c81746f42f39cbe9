import type { FieldType, Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'

const valueForms: Readonly<Partial<Record<FieldType, string>>> = {
  number: 'the number, as it is written in the document',
  date: 'the date, as YYYY-MM-DD',
  email: 'one e-mail address',
  boolean: 'true or false',
  json: 'a JSON value',
}

/**
 * Builds one prompt for all questions, which asks for one JSON object with a value under each key.
 */
export function createCombinedQuestion(questions: readonly Question[]): string {
  const fields = questions.map(
    ({ key, prompt, type }) =>
      `${JSON.stringify(key)} (${valueForms[type] ?? 'a text'}): ${prompt}`,
  )
  return `Answer each of these ${questions.length} questions. Reply with one JSON object that has exactly the keys before the brackets, each with the answer to its question; the value is null where the document does not contain the answer.

${fields.join('\n')}`
}

const jsonTypes: Readonly<Partial<Record<FieldType, readonly string[]>>> = {
  boolean: ['boolean', 'null'],
  json: ['object', 'array', 'string', 'null'],
}

export function createValuesSchema(
  questions: readonly Question[],
): NonNullable<LlmRequest['schema']> {
  const properties = questions.map(({ key, type }) => [
    key,
    { type: jsonTypes[type] ?? ['string', 'null'] },
  ])
  return {
    name: 'values',
    json: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: questions.map(({ key }) => key),
      additionalProperties: false,
    },
  }
}
