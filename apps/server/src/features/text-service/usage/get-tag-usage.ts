import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { sumTag } from './text-usage.store.ts'

type GetTagUsageRequest = {
  readonly tag: string | undefined
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string | undefined
  readonly to: string | undefined
}

export type TagUsage = {
  readonly tag: string
  readonly from: Date
  readonly to: Date
  readonly modes: readonly { readonly mode: string; readonly pages: number }[]
}

const day = 24 * 60 * 60 * 1000
const defaultDays = 30

/** Returns the pages of a tag by mode, of the last 30 days by default. */
export async function getTagUsage(
  tenant: Tenant,
  { tag, from, to }: GetTagUsageRequest,
): Promise<TagUsage> {
  if (!tag) throw badRequest('please specify the tag while requesting usage info')
  const last = to ? parseDay(to) : new Date(Math.floor(Date.now() / day) * day)
  const first = from ? parseDay(from) : new Date(last.getTime() - defaultDays * day)
  if (first > last) throw badRequest('The from_date must not be after the to_date.')
  const endDay = new Date(last.getTime() + day)
  return {
    tag,
    from: first,
    to: last,
    modes: await sumTag(tenant, { tag, from: first, until: endDay }),
  }
}

function parseDay(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && date.getUTCDate() === Number(text.slice(8))
  if (!isDay) throw badRequest('Invalid date format. Valid date format YYYY-MM-DD')
  return date
}
