import { formatMeasure } from '@recto/contract/watch/describe-alarm'
import type { WatchMeasure } from '@recto/contract/watch/watch'
import { BandOrTable } from '../../shared/charts/BandOrTable.tsx'
import { listLastDays, type Watch, type WatchSearch, type WatchSeries } from './watch.ts'

const documentTitles: Readonly<Record<WatchMeasure, string>> = {
  empty: 'Empty fields',
  confidence: 'Confidence',
  checks: 'Documents with a failed check',
  review: 'Sent to review',
  corrections: 'Reviewed documents that were corrected',
  seconds: 'Time for a document',
  dollars: 'Cost of a document',
}

const fieldTitles: Readonly<Partial<Record<WatchMeasure, string>>> = {
  empty: 'Empty',
  checks: 'Contradicted by a check',
  corrections: 'Corrected in review',
}

/** All other measures are shares, or a confidence up to 1. */
const unlimitedMeasures: readonly WatchMeasure[] = ['seconds', 'dollars']

const titleOf = ({ field, measure }: WatchSeries): string =>
  (field === null ? undefined : fieldTitles[measure]) ?? documentTitles[measure]

/** Charts of a field, or of whole documents, by day. */
export function WatchCharts({
  watch,
  search: { days, field },
}: {
  readonly watch: Watch
  readonly search: WatchSearch
}) {
  const dates = listLastDays(days)
  const shownSeries = watch.series.filter(
    (series) => series.field === (field ?? null) && series.days.length > 0,
  )
  if (shownSeries.length === 0) return <p className="faint">Nothing was read in this period.</p>
  return (
    <div className="bar-charts">
      {shownSeries.map((series) => (
        <BandOrTable
          key={series.measure}
          title={titleOf(series)}
          categoryTitle="Day"
          valueTitle="Average"
          noteTitle="Documents"
          points={pointsOf(series, dates)}
          band={series.band}
          maxValue={unlimitedMeasures.includes(series.measure) ? undefined : 1}
          shortLabel={(date) => date.slice('YYYY-'.length)}
          amount={(value) => formatMeasure(series.measure, value)}
        />
      ))}
    </div>
  )
}

function pointsOf({ days }: WatchSeries, dates: readonly string[]) {
  const daysByDate = new Map(days.map((day) => [day.date, day]))
  return dates.map((date) => {
    const day = daysByDate.get(date)
    return { category: date, value: day?.value ?? null, note: String(day?.documents ?? 0) }
  })
}
