import { isInRanges, parseRanges } from '@recto/document-text/page-ranges'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isExplained } from '../../../platform/describe-failure.ts'
import { bytesOf } from '../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import type { TextPlan } from '../usage/plan-of.ts'
import { findToday } from '../usage/quota.store.ts'

type Needs = Pick<Context, 'files' | 'reader'>
type Input = {
  readonly plan: TextPlan
  readonly document: ReceivedContent
  readonly pages: string
}

/**
 * How many pages a job is going to read, at least one; counted only where they are bounded and some are
 * left. What cannot be opened is one page: the job tells why, and then gives it back.
 */
export async function countPages(
  { files, reader }: Needs,
  tenant: Tenant,
  { plan, document, pages }: Input,
): Promise<number> {
  const { pagesPerDay } = plan
  if (pagesPerDay === undefined) return 0
  if ((await findToday(tenant, plan.id)).pages >= pagesPerDay) return 1
  try {
    const { sizes } = await reader.inspect(await bytesOf(files, document.content))
    const ranges = parseRanges(pages) ?? []
    return Math.max(sizes.filter((_, index) => isInRanges(ranges, index + 1)).length, 1)
  } catch (error) {
    if (isExplained(error)) return 1
    throw error
  }
}
