import { expect, test } from 'vitest'
import { columnsOf } from './fields.ts'

test('every field is a column, and what is undefined is left out', () => {
  const fields = { name: 'a', isActive: false, createdBy: null, challengeLlmId: undefined }

  expect(columnsOf(fields)).toEqual({ name: 'a', is_active: false, created_by: null })
  expect(columnsOf(fields)).not.toHaveProperty('challenge_llm_id')
})
