import { planQuestions } from '@recto/extraction/plan-questions'
import { readSchema } from '@recto/extraction/read-schema'
import { expect, test } from 'vitest'
import { listSchemas } from './schemas/list-schemas.ts'

const schemas = listSchemas()

test('there are sixty schemas of documents', () => {
  expect(schemas).toHaveLength(60)
  expect(new Set(schemas.map(({ standard }) => standard)).size).toBe(60)
})

test.each(schemas)('$standard is accepted, and every question has words', ({ schema }) => {
  const questions = planQuestions(readSchema(schema), { isForModel: false })

  expect(questions.length).toBeGreaterThan(0)
  for (const { question } of questions) expect(question.prompt).toMatch(/\w/)
})
