import type { EndpointReply } from '@recto/contract/endpoint'
import type * as api from '@recto/contract/text-service'
import type { TagUsage } from './get-tag-usage.ts'
import { plan, type UsageInfo, unlimited } from './get-usage-info.ts'

export function presentUsageInfo({
  today,
  month,
  byMode,
}: UsageInfo): EndpointReply<typeof api.getUsageInfo> {
  const pagesOf = (mode: api.ServiceMode) => byMode.get(mode)?.pages ?? 0
  return {
    subscription_plan: plan,
    monthly_quota: unlimited,
    daily_quota: unlimited,
    today_page_count: today,
    current_page_count: month,
    overage_page_count: 0,
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
  organizationId: number,
): EndpointReply<typeof api.getTagUsage> {
  return {
    start_date: from.toISOString().slice(0, 10),
    end_date: to.toISOString().slice(0, 10),
    subscription_id: `${plan}-${organizationId}`,
    tag,
    usage: modes.map(({ mode, pages }) => ({ service_type: mode, pages_processed: pages })),
  }
}
