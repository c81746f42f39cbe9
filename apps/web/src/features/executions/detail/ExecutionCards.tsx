import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { mayReview, useSignedIn } from '../../../shared/session/signed-in.ts'
import { costText, usageText } from '../amount.ts'
import type { BatchState, Execution } from '../execution.ts'
import { percentOf } from '../progress.ts'

/** Key figures and progress of an execution. */
export function ExecutionCards({ execution }: { readonly execution: Execution }) {
  const { startedAt, duration, usage, batch, filesInReview } = execution
  const to = usePaths()
  const reviews = mayReview(useSignedIn())
  const { totalFiles, successfulFiles, failedFiles } = execution
  const done = successfulFiles + failedFiles
  const percent = percentOf(execution)

  return (
    <>
      <dl className="execution-cards">
        <Card title="Started" note={relativeTime(startedAt)}>
          <time dateTime={startedAt}>{exactTime(startedAt)}</time>
        </Card>
        <Card {...describeClock(execution)}>{duration}</Card>
        <Card title="Processed files" note={notesOf(execution)} isBad={failedFiles > 0}>
          {successfulFiles} of {totalFiles}
        </Card>
        {filesInReview > 0 && (
          <Card
            title="Waiting for review"
            note={
              reviews ? <Link to={to.review()}>Open the review</Link> : 'Reviewers look at them'
            }
          >
            {filesInReview === 1 ? '1 file' : `${filesInReview} files`}
          </Card>
        )}
        {batch && (
          <Card title={titleOfBatch(execution)} note={describeBatch(batch)}>
            {batch.answered} of {batch.calls} answered
          </Card>
        )}
        {usage && (
          <Card title="Cost" note={usageText(usage)}>
            {usage.cost === null ? 'Unknown' : costText(usage)}
          </Card>
        )}
      </dl>
      <div
        className="execution-progress"
        role="progressbar"
        aria-label="Processed files"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        title={`${percent}%`}
      >
        <div className="progress-good" style={{ flexGrow: successfulFiles }} />
        <div className="progress-bad" style={{ flexGrow: failedFiles }} />
        <div style={{ flexGrow: Math.max(totalFiles - done, 0) }} />
      </div>
    </>
  )
}

const titleOfBatch = ({ batch, status }: Execution) =>
  batch && batch.waiting > 0 && status === 'EXECUTING' ? 'Waiting for a batch' : 'Calls in batches'

function describeBatch(batch: BatchState): ReactNode {
  const { deadline, single } = batch
  const notes: string[] = []
  const unsentCount = batch.waiting - batch.sent
  if (unsentCount > 0) notes.push(`${unsentCount} not sent yet`)
  if (single > 0) notes.push(`${single} at the usual price`)
  notes.push(`${costText({ cost: batch.saved })} saved`)
  return (
    <>
      {batch.waiting > 0 && (
        <>
          by <time dateTime={deadline}>{exactTime(deadline)}</time> at the latest ·{' '}
        </>
      )}
      {notes.join(' · ')}
    </>
  )
}

function describeClock({ status, isWaitingForReview }: Execution) {
  if (isWaitingForReview) return { title: 'Ran for', note: 'until it waited for review' }
  return status === 'EXECUTING'
    ? { title: 'Running for', note: 'so far' }
    : { title: 'Ran for', note: 'in total' }
}

function notesOf({ failedFiles, skippedFiles, reusedFiles, isListing }: Execution): string {
  const notes = [failedFiles > 0 ? `${failedFiles} failed` : 'none failed']
  if (skippedFiles > 0) notes.push(`${skippedFiles} already processed`)
  if (reusedFiles > 0) notes.push(`${reusedFiles} from earlier results`)
  if (isListing) notes.push('listing more files')
  return notes.join(' · ')
}

type CardProps = {
  readonly title: string
  readonly note: ReactNode
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Card({ title, note, isBad = false, children }: CardProps) {
  return (
    <div className="sheet">
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={isBad ? 'file-failures' : 'faint'}>{note}</dd>
    </div>
  )
}
