import type { FieldType } from '@recto/provider-spec/answer'
import { badRequest, forbidden } from '../../platform/app-error.ts'

const fieldTypes: readonly string[] = ['text', 'number', 'email', 'date', 'boolean', 'json']

/** The type as extraction knows it. Tables and records are of a plug-in that is not installed. */
export function fieldTypeOf(enforceType: string, key: string): FieldType {
  if (fieldTypes.includes(enforceType)) return enforceType as FieldType
  const detail = `“${key}” has the type ${enforceType}, which this installation cannot run.`
  throw ['table', 'record'].includes(enforceType) ? forbidden(detail) : badRequest(detail)
}
