import { readMetricSeries, readRecentActivity } from '@recto/contract/usage/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readAs } from '../../shared/api/requests.ts'
import { activityFromWire, daysOf, linesFromWire, type PeriodDays } from './metric.ts'

const activityCount = 10

/** All metrics by day. While another period is loading, the previous one stays visible. */
export const metricLines = (days: PeriodDays) =>
  queryOptions({
    ...readAs(
      readMetricSeries,
      { query: { start_date: `${daysOf(days)[0]}T00:00:00Z`, source: 'daily' } },
      linesFromWire,
    ),
    placeholderData: keepPreviousData,
  })

export const recentActivity = () =>
  readAs(readRecentActivity, { query: { limit: activityCount } }, activityFromWire)
