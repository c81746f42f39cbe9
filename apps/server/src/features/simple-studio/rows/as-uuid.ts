import { notFound } from '../../../platform/app-error.ts'
import { isUuid } from '../../../platform/strings.ts'

/** Returns the id; throws 404 for a malformed one, as for an unknown one. */
export function asUuid(id: string, what: string): string {
  if (!isUuid(id)) throw notFound(what)
  return id
}
