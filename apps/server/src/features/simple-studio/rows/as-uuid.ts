import { notFound } from '../../../platform/app-error.ts'
import { isUuid } from '../../../platform/is-uuid.ts'

/** An id that is none is of nothing: 404, as for one that is unknown. */
export function asUuid(id: string, what: string): string {
  if (!isUuid(id)) throw notFound(what)
  return id
}
