import type { ReviewType } from '@recto/contract/review/review'
import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { ApprovedDesk } from './ApprovedDesk.tsx'
import { documentClasses, documentClassesOfSimple } from './review.queries.ts'
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
  const [classId, setClassId] = useState<string>()

  if (error && !classes) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get document classes" onRetry={retry} />
  }
  if (!classes) return <ListSkeleton />
  return (
    <div className="page review">
      <PageHeader title={titles[mode]}>
        <Select
          aria-label="Document class"
          placeholder="Document class"
          style={{ width: 240 }}
          {...omitUndefined({ value: classId })}
          options={classes.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setClassId}
        />
      </PageHeader>
      {classes.length === 0 ? (
        <EmptyState
          title="There is nothing to review yet"
          explanation="Documents appear here when they match the review rules of a workflow, or when an API request names a queue (hitl_queue_name)."
        />
      ) : (
        <Desk key={classId} mode={mode} classId={classId} />
      )}
    </div>
  )
}

/** Simple screens save all edits when the review ends. They do not belong to the simple studio. */
const isSimple = (mode: ReviewType) => mode === 'simple_review' || mode === 'simple_approve'

type DeskProps = { readonly mode: ReviewType; readonly classId: string | undefined }

function Desk({ mode, classId }: DeskProps) {
  if (mode === 'download') return <ApprovedDesk classId={classId} />
  if (mode === 'simple_review' || mode === 'simple_approve') {
    return <SimpleDesk classId={classId} type={mode} />
  }
  return <WorkDesk classId={classId} type={mode} />
}

export const ReviewPage = () => <ReviewScreen key="review" mode="review" />
export const ApprovePage = () => <ReviewScreen key="approve" mode="approve" />
export const SimpleReviewPage = () => <ReviewScreen key="simple_review" mode="simple_review" />
export const SimpleApprovePage = () => <ReviewScreen key="simple_approve" mode="simple_approve" />
export const DownloadPage = () => <ReviewScreen key="download" mode="download" />
