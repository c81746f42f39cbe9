import { expect, test } from 'vitest'
import { toColumns } from './fields.ts'

test('converts fields to columns and omits undefined ones', () => {
  const fields = { name: 'a', isActive: false, createdBy: null, challengeLlmId: undefined }

  expect(toColumns(fields)).toEqual({ name: 'a', is_active: false, created_by: null })
  expect(toColumns(fields)).not.toHaveProperty('challenge_llm_id')
})
