import { isInRanges, parseRanges } from '@recto/document-text/page-ranges'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUserFacingError } from '../../../platform/describe-failure.ts'
import { readContent } from '../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import type { TextPlan } from '../usage/plan-of.ts'
import { findTodaysQuota } from '../usage/quota.store.ts'

type CountPagesDependencies = Pick<Context, 'files' | 'reader'>
type CountPagesRequest = {
  readonly plan: TextPlan
  readonly document: ReceivedContent
  readonly pages: string
}

/**
 * Counts the pages that a job will read, at least one; only where the plan has a daily limit and
 * pages are left. A document that cannot be opened counts as one page: the job reports the reason
 * and then returns that page.
 */
export async function countPages(
  { files, reader }: CountPagesDependencies,
  tenant: Tenant,
  { plan, document, pages }: CountPagesRequest,
): Promise<number> {
  const { pagesPerDay } = plan
  if (pagesPerDay === undefined) return 0
  if ((await findTodaysQuota(tenant, plan.id)).pages >= pagesPerDay) return 1
  try {
    const { sizes } = await reader.inspect(await readContent(files, document.content))
    const ranges = parseRanges(pages) ?? []
    return Math.max(sizes.filter((_, index) => isInRanges(ranges, index + 1)).length, 1)
  } catch (error) {
    if (isUserFacingError(error)) return 1
    throw error
  }
}
