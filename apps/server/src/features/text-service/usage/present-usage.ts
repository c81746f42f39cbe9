import type * as api from '@recto/contract/text-service/text-service'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import type { TagUsage } from './get-tag-usage.ts'
import type { UsageInfo } from './get-usage-info.ts'
import { subscriptionIdOf, type TextPlan } from './plan-of.ts'

/** Wire value for something that is unlimited or not counted. */
const unlimitedValue = -1

export function presentUsageInfo({
  plan,
  today,
  month,
  byMode,
  beyondPlan,
}: UsageInfo): EndpointReply<typeof api.getUsageInfo> {
  const pagesOf = (mode: api.ServiceMode) => byMode.get(mode)?.pages ?? 0
  return {
    subscription_plan: plan.id,
    monthly_quota: unlimitedValue,
    daily_quota: plan.pagesPerDay ?? unlimitedValue,
    today_page_count: today,
    current_page_count: plan.pagesPerDay === undefined ? month : unlimitedValue,
    overage_page_count: plan.pagesPerDay === undefined ? beyondPlan : unlimitedValue,
    current_page_count_native_text: pagesOf('native_text'),
    current_page_count_low_cost: pagesOf('low_cost'),
    current_page_count_high_quality: pagesOf('high_quality'),
    current_page_count_form: pagesOf('form'),
    current_page_count_table: pagesOf('table'),
    current_page_count_excel: pagesOf('excel'),
    current_page_count_document_insights: 0,
  }
}

export function presentTagUsage(
  { tag, from, to, modes }: TagUsage,
  { plan, organizationId }: { readonly plan: TextPlan; readonly organizationId: number },
): EndpointReply<typeof api.getTagUsage> {
  return {
    start_date: from.toISOString().slice(0, 10),
    end_date: to.toISOString().slice(0, 10),
    subscription_id: subscriptionIdOf(plan.id, organizationId),
    tag,
    usage: modes.map(({ mode, pages }) => ({ service_type: mode, pages_processed: pages })),
  }
}
