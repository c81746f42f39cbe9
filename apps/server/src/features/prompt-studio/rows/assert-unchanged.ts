import { isDeepStrictEqual } from 'node:util'
import { AppError, type Fault, notFound } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'

/** Throws unless a locked row still has the values that the caller of a change has seen. */
export type AssertUnchanged<Row> = (tenant: Tenant, now: Row | undefined) => Promise<void>

type FieldValues = Readonly<Record<string, unknown>>

/**
 * Returns `undefined` if the caller does not say what it has seen: its change then overwrites
 * whatever is stored. Fields have the names and values of the API; an absent one counts as null.
 */
export function createUnchangedAssertion<Row>(
  noun: string,
  expected: FieldValues | undefined,
  present: (tenant: Tenant, row: Row) => Promise<FieldValues>,
): AssertUnchanged<Row> | undefined {
  if (!expected) return undefined
  return async (tenant, row) => {
    if (!row) throw notFound(noun)
    const current = await present(tenant, row)
    const changedFields = Object.keys(expected).filter(
      (field) =>
        expected[field] !== undefined &&
        !isDeepStrictEqual(current[field] ?? null, expected[field] ?? null),
    )
    if (changedFields.length === 0) return
    const detail = `The ${noun} was changed in the meantime, so your change was not saved. Reload to see the current version.`
    const faults = changedFields.map((attr): Fault => ({ code: 'changed', detail, attr }))
    throw new AppError('conflict', faults)
  }
}
