import { readMetricSeries, readRecentActivity } from '@recto/contract/usage/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readAs } from '../../shared/api/requests.ts'
import { activityFromWire, linesFromWire } from './metric.ts'

const activityCount = 10

/** All metrics by day. While another period is loading, the previous one stays visible. */
export const metricLines = (from: string, until: string) =>
  queryOptions({
    ...readAs(
      readMetricSeries,
      {
        query: {
          start_date: `${from}T00:00:00Z`,
          end_date: `${until}T23:59:59Z`,
          source: 'daily',
        },
      },
      linesFromWire,
    ),
    placeholderData: keepPreviousData,
  })

export const recentActivity = () =>
  readAs(readRecentActivity, { query: { limit: activityCount } }, activityFromWire)
