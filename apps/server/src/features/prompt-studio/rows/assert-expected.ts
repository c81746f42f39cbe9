import { isDeepStrictEqual } from 'node:util'
import { AppError, notFound } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'

/** Throws unless a row that nobody else can change now still reads as the caller of a change saw it. */
export type AssertExpected<Row> = (tenant: Tenant, now: Row | undefined) => Promise<void>

type Read = Readonly<Record<string, unknown>>

/**
 * Returns `undefined` where the caller does not say what it saw: then its change replaces whatever is
 * stored. Fields are named and compared as they are read; one that is absent is null.
 */
export function assertExpected<Row>(
  noun: string,
  expected: Read | undefined,
  read: (tenant: Tenant, row: Row) => Promise<Read>,
): AssertExpected<Row> | undefined {
  if (!expected) return undefined
  return async (tenant, row) => {
    if (!row) throw notFound(noun)
    const now = await read(tenant, row)
    const changed = Object.entries(expected).flatMap(([field, seen]) =>
      seen === undefined || isDeepStrictEqual(now[field] ?? null, seen ?? null) ? [] : [field],
    )
    if (changed.length === 0) return
    const detail = `The ${noun} was changed elsewhere. What is stored now was kept.`
    const faults = changed.map((attr) => ({ code: 'changed', detail, attr }))
    throw new AppError('conflict', faults)
  }
}
