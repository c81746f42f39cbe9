import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { BarsOrTable } from '../../../shared/charts/BarsOrTable.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { formatDuration } from '../../../shared/words/measures.ts'
import { textsWithoutClass } from '../empty-texts.ts'
import { documentClasses, queueDetails } from '../review.queries.ts'
import {
  lastDays,
  nameOf,
  type QueueProgress,
  type ReviewedDay,
  reviewActions,
  reviewProgress,
  sumsOf,
} from './progress.ts'

const title = 'Review Progress'
const period = 30

/**
 * Statistics for supervisors: the progress of a queue, the work of each person, and the fields with
 * the most corrections.
 */
export function ReviewProgressPage() {
  usePageTitle(title)
  const { data: classes, error, refetch } = useQuery(documentClasses)
  const requestedClass = textIn(useAddressSearch().class)
  const change = useChangeAddressSearch()
  const selectedClass = classes?.find(({ id }) => id === requestedClass) ?? classes?.[0]

  if (error && !classes) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get document classes" onRetry={retry} />
  }
  if (!classes) return <ListSkeleton />
  return (
    <div className="page">
      <PageHeader title={title} description={`The last ${period} days`}>
        {selectedClass && (
          <Select
            aria-label="Document class"
            style={{ width: 240 }}
            value={selectedClass.id}
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => change({ class: id })}
          />
        )}
      </PageHeader>
      {selectedClass ? (
        <Progress key={selectedClass.id} classId={selectedClass.id} />
      ) : (
        <EmptyState {...textsWithoutClass.progress} />
      )}
    </div>
  )
}

function Progress({ classId }: { readonly classId: string }) {
  const { data, error, refetch } = useQuery(reviewProgress(classId))

  if (error && !data) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to load the review progress" onRetry={retry} />
    )
  }
  if (!data) return <ListSkeleton />
  return (
    <>
      <Counts classId={classId} secondsOfField={data.secondsOfField} />
      {data.days.length === 0 ? (
        <EmptyState
          title="No reviews yet"
          explanation={`No reviews of this document class were finished in the last ${period} days.`}
        />
      ) : (
        <Charts progress={data} />
      )}
    </>
  )
}

const formatPlain = (_: string, value: number) => String(value)
const percent = (_: string, value: number) => `${Math.round(value * 100)}%`

/** Maximum number of bars that can be distinguished. */
const maxFields = 20

function Charts({ progress: { days, fields } }: { readonly progress: QueueProgress }) {
  const people = [...new Set(days.map(nameOf))]
  const seriesBy = (groupBy: (day: ReviewedDay) => string) =>
    reviewActions.map(({ key, title }) => ({ key, title, values: sumsOf(days, key, groupBy) }))
  const correctedFields = fields.filter(({ share }) => share > 0).slice(0, maxFields)
  const shares = new Map(correctedFields.map(({ field, share }) => [field, share]))
  return (
    <div className="bar-charts">
      <BarsOrTable
        title="By day"
        categories={lastDays(period)}
        categoryTitle="Day"
        series={seriesBy(({ day }) => day)}
        isNewestFirst
        shortLabel={(day) => day.slice(5)}
        amount={formatPlain}
      />
      <BarsOrTable
        title="By person"
        categories={people}
        categoryTitle="Person"
        series={seriesBy(nameOf)}
        shortLabel={(person) => person.replace(/@.*/, '')}
        amount={formatPlain}
      />
      {correctedFields.length > 0 && (
        <BarsOrTable
          title="Most corrected fields"
          categories={correctedFields.map(({ field }) => field)}
          categoryTitle="Field"
          series={[{ key: 'share', title: 'Corrected values', values: shares }]}
          hasFractions
          amount={percent}
        />
      )}
    </div>
  )
}

type CountsProps = { readonly classId: string } & Pick<QueueProgress, 'secondsOfField'>

function Counts({ classId, secondsOfField }: CountsProps) {
  const { data: counts } = useQuery(queueDetails(classId))
  const cards = [
    ['Open', counts && counts.pending + counts.finished],
    ['In progress', counts && counts.inReview + counts.inApproval],
    ['Approved', counts?.approved],
  ] as const
  return (
    <dl className="number-cards">
      {cards.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count ?? '–'}</dd>
        </div>
      ))}
      <div>
        <dt>Median time per field</dt>
        <dd>{secondsOfField === null ? '–' : formatDuration(secondsOfField)}</dd>
      </div>
    </dl>
  )
}
