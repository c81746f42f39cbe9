import type { FieldType } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'

const fieldTypes: readonly FieldType[] = [
  'text',
  'number',
  'email',
  'date',
  'boolean',
  'json',
  'table',
  'record',
  'line-item',
]

/** The type as extraction knows it. */
export function fieldTypeOf(enforceType: string, key: string): FieldType {
  const type = fieldTypes.find((one) => one === enforceType)
  if (type) return type
  throw badRequest(`“${key}” has the type ${enforceType}, which this installation cannot run.`)
}
