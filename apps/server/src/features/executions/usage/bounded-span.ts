import { badRequest } from '../../../platform/app-error.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
const mostDays = 60

type Span = { readonly after?: Date | undefined; readonly before?: Date | undefined }
type Bounded = Span & { readonly executionId?: string | undefined }

/** The last 24 hours, unless something else is named. Throws 400 for a span that is none, or too long to be added up. */
export function boundedSpan<Wanted extends Bounded>(wanted: Wanted, now: Date): Wanted & Span {
  const { after, before, executionId } = wanted
  if (!after && !before && executionId !== undefined) return wanted
  const to = before ?? now
  const from = after ?? new Date(to.getTime() - dayMilliseconds)
  if (from > now) throw badRequest('The start lies in the future.', { attr: 'created_at_gte' })
  if (from > to) throw badRequest('The start lies behind the end.', { attr: 'created_at_gte' })
  if (to.getTime() - from.getTime() > mostDays * dayMilliseconds) {
    const detail = `At most ${mostDays} days can be added up at once.`
    throw badRequest(detail, { attr: 'created_at_gte' })
  }
  return { ...wanted, after: from, before: to }
}
