import type { ReviewType } from '@recto/contract/review/review'
import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { ApprovedDesk } from './ApprovedDesk.tsx'
import { textsWithoutClass } from './empty-texts.ts'
import { documentClasses, documentClassesOfSimple, type ReviewedClass } from './review.queries.ts'
import { SimpleDesk } from './SimpleDesk.tsx'
import { WorkDesk } from './WorkDesk.tsx'
import './review.css'

const titles: Record<ReviewType, string> = {
  review: 'Review',
  approve: 'Approve',
  simple_review: 'Review',
  simple_approve: 'Approve',
  download: 'Download and Sync Manager',
}

/** The review of documents before they are delivered, one class at a time. */
function ReviewScreen({ mode }: { readonly mode: ReviewType }) {
  usePageTitle(titles[mode])
  const {
    data: classes,
    error,
    refetch,
  } = useQuery(isSimple(mode) ? documentClassesOfSimple : documentClasses)
  const search = useAddressSearch()
  const changeSearch = useChangeAddressSearch()

  if (!classes) {
    return (
      <div className="page review">
        <PageHeader title={titles[mode]} />
        {error ? (
          <FailureState
            error={error}
            fallback="Failed to get document classes"
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </div>
    )
  }
  // The address remembers the class over a reload.
  const classId = classes.find(({ id }) => id === textIn(search.class))?.id
  return (
    <div className="page review">
      <PageHeader title={titles[mode]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="Document class"
          placeholder="Document class"
          style={{ width: 280 }}
          {...omitUndefined({ value: classId })}
          options={classes.map(({ id, name }) => ({ value: id, label: name }))}
          optionRender={({ value, label }) => (
            <span className="review-class">
              <span>{label}</span>
              <WaitingCount mode={mode} documentClass={classes.find(({ id }) => id === value)} />
            </span>
          )}
          onChange={(id: string) => changeSearch({ class: id })}
        />
      </PageHeader>
      {classes.length === 0 ? (
        <EmptyState {...textsWithoutClass[mode]} />
      ) : (
        <Desk
          key={classId}
          mode={mode}
          classId={classId}
          waitingCount={countWaiting(
            mode,
            classes.find(({ id }) => id === classId),
          )}
        />
      )}
    </div>
  )
}

type CountProps = {
  readonly mode: ReviewType
  readonly documentClass: ReviewedClass | undefined
}

/** The number of documents of a class that wait on this screen. */
function WaitingCount({ mode, documentClass }: CountProps) {
  if (!documentClass || mode === 'download') return null
  return <span className="review-count">{`${countWaiting(mode, documentClass)} waiting`}</span>
}

function countWaiting(mode: ReviewType, documentClass: ReviewedClass | undefined): number {
  if (!documentClass) return 0
  const isApproval = mode === 'approve' || mode === 'simple_approve'
  return isApproval ? documentClass.finishedCount : documentClass.pendingCount
}

/** Simple screens save all edits when the review ends. They do not belong to the simple studio. */
const isSimple = (mode: ReviewType) => mode === 'simple_review' || mode === 'simple_approve'

type DeskProps = {
  readonly mode: ReviewType
  readonly classId: string | undefined
  readonly waitingCount: number
}

function Desk({ mode, classId, waitingCount }: DeskProps) {
  if (mode === 'download') return <ApprovedDesk classId={classId} />
  if (mode === 'simple_review' || mode === 'simple_approve') {
    return <SimpleDesk classId={classId} type={mode} />
  }
  return <WorkDesk classId={classId} type={mode} waitingCount={waitingCount} />
}

export const ReviewPage = () => <ReviewScreen key="review" mode="review" />
export const ApprovePage = () => <ReviewScreen key="approve" mode="approve" />
export const SimpleReviewPage = () => <ReviewScreen key="simple_review" mode="simple_review" />
export const SimpleApprovePage = () => <ReviewScreen key="simple_approve" mode="simple_approve" />
export const DownloadPage = () => <ReviewScreen key="download" mode="download" />
