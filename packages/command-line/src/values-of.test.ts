import type { ResultItem } from '@recto/contract/deployments/deployment-runs'
import { expect, test } from 'vitest'
import { valuesOf } from './values-of.ts'

const item: ResultItem = {
  file: 'a.pdf',
  file_execution_id: '00000000-0000-4000-8000-000000000000',
  status: 'Success',
  result: { output: { total: '42.00', date: null } },
  error: null,
  metadata: {},
}

test('values that could not be read are named beside the others', () => {
  const errors = { date: 'The model did not answer.' }

  expect(valuesOf([{ ...item, metadata: { errors } }])).toEqual({
    values: { total: '42.00', date: null },
    error: '“date”: The model did not answer.',
  })
  expect(valuesOf([item])).toEqual({ values: { total: '42.00', date: null } })
})
