import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Modal, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { keysOf } from '../../shared/commands/keys-of.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { textsWithoutDocument } from './empty-texts.ts'
import { ItemDesk } from './ItemDesk.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'
import { queueDetails } from './review.queries.ts'
import { UpcomingPages } from './UpcomingPages.tsx'
import { useDesk } from './use-desk.ts'
import { endTitleOf, useEndCommand } from './use-end-command.ts'

type Props = {
  readonly classId: string | undefined
  readonly type: 'review' | 'approve'
  /** Number of documents that wait for anybody. */
  readonly waitingCount: number
}

/** Reviews one document after another. */
export function WorkDesk({ classId, type, waitingCount }: Props) {
  const [openDialog, setOpenDialog] = useState<'details' | 'return'>()
  const { item, isBusy, isSending, doneCount, feedback, ...actions } = useDesk({
    classId: classId ?? '',
    type,
  })
  const close = () => setOpenDialog(undefined)
  const isIdle = classId === undefined
  const isPossible = item !== undefined && !isSending
  useEndCommand({ type, isPossible, onEnd: actions.endItem })

  return (
    <>
      <Actions
        type={type}
        isIdle={isIdle}
        isFree={!isIdle && !isBusy}
        isReserved={item !== undefined}
        canEnd={isPossible}
        onDetails={() => setOpenDialog('details')}
        onReturn={() => (type === 'review' ? actions.returnItem() : setOpenDialog('return'))}
        onFetch={actions.fetchNext}
        onEnd={actions.endItem}
      />
      {item?.note && <Alert type="warning" showIcon title={item.note} />}
      {item && (
        <ItemDesk
          key={item.id}
          item={item}
          onEdit={actions.edit}
          feedback={feedback}
          position={{ doneCount, waitingCount }}
        />
      )}
      {item && <UpcomingPages classId={classId ?? ''} type={type} />}
      {!item && (
        <EmptyState title="Select class and fetch next" explanation={textsWithoutDocument[type]} />
      )}
      {openDialog === 'details' && classId !== undefined && (
        <DetailsDialog classId={classId} onClose={close} />
      )}
      {openDialog === 'return' && (
        <ReturnDialog
          onClose={close}
          onReturn={(reason) => {
            actions.returnItem(reason)
            close()
          }}
        />
      )}
    </>
  )
}

type ActionProps = {
  readonly type: Props['type']
  /** Whether no class has been chosen yet. */
  readonly isIdle: boolean
  /** Whether nothing is in progress. */
  readonly isFree: boolean
  readonly isReserved: boolean
  /**
   * Whether the work on the document can end. The end waits for edits that are being saved: a click
   * on its button ends an edit in place, whose saving must not take the button away under the click.
   */
  readonly canEnd: boolean
  onFetch(): void
  onReturn(): void
  onDetails(): void
  onEnd(): void
}

function Actions({ type, isIdle, isFree, isReserved, canEnd, ...handlers }: ActionProps) {
  const isReview = type === 'review'
  return (
    <Space wrap className="review-actions">
      <Button
        type={isReserved ? 'default' : 'primary'}
        disabled={!isFree}
        onClick={handlers.onFetch}
      >
        Fetch Next
      </Button>
      <Button disabled={!(isFree && isReserved)} onClick={handlers.onReturn}>
        {isReview ? 'Return Doc to Queue' : 'Return with a reason'}
      </Button>
      <Button disabled={isIdle} onClick={handlers.onDetails}>
        Queue Details
      </Button>
      <Button disabled>History</Button>
      <Tooltip title={canEnd ? keysOf('mod+enter') : undefined}>
        <Button type="primary" disabled={!canEnd} onClick={handlers.onEnd}>
          {endTitleOf(type)}
        </Button>
      </Tooltip>
    </Space>
  )
}

type DetailsProps = { readonly classId: string; onClose(): void }

function DetailsDialog({ classId, onClose }: DetailsProps) {
  const { data: counts, error, refetch } = useQuery(queueDetails(classId))
  const rows: readonly (readonly [string, number])[] | undefined = counts && [
    ['Pending review', counts.pending],
    ['Review in progress', counts.inReview],
    ['Reviews finished', counts.finished],
    ['Approval in progress', counts.inApproval],
    ['Approved', counts.approved],
  ]
  return (
    <Modal open title="Queue Details" footer={null} onCancel={onClose}>
      {error && !counts && (
        <FailureState
          error={error}
          fallback="Failed to get queue details"
          onRetry={() => void refetch()}
        />
      )}
      {!rows && !error && <ListSkeleton />}
      {rows && (
        <Descriptions
          column={1}
          bordered
          size="small"
          items={rows.map(([label, count]) => ({ key: label, label, children: count }))}
        />
      )}
    </Modal>
  )
}
