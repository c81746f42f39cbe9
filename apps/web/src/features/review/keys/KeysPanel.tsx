import { CopyOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import {
  type ReviewKeySummary,
  reviewKeys,
  useDeleteReviewKey,
  useUpdateReviewKey,
} from './review-keys.queries.ts'

type ReviewKeyDialogState =
  | { readonly action: 'edit'; readonly reviewKey: ReviewKeySummary | undefined }
  | { readonly action: 'delete'; readonly reviewKey: ReviewKeySummary }

/** Lists the keys with which programs fetch approved results from the queue. */
export function KeysPanel() {
  const { data: keys, error, refetch } = useQuery(reviewKeys)
  const [openDialog, setOpenDialog] = useState<ReviewKeyDialogState>()
  const close = () => setOpenDialog(undefined)
  const startNew = () => setOpenDialog({ action: 'edit', reviewKey: undefined })

  if (error && !keys) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get api keys" onRetry={retry} />
  }
  if (!keys) return <ListSkeleton />
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState
          title="There are no review keys yet"
          explanation="Programs send a review key as “Authorization: Bearer …” to fetch approved results from the queue."
        >
          <NewKey onNew={startNew} />
        </EmptyState>
      ) : (
        <>
          <div className="review-keys-head">
            <p className="faint">
              With a review key, a program can fetch each approved result from the queue once. The
              key gives no other access.
            </p>
            <NewKey onNew={startNew} />
          </div>
          <DataTable
            label="Review keys"
            columns={columnsFor(setOpenDialog)}
            rows={keys}
            keyOf={({ id }) => id}
            emptyText=""
          />
        </>
      )}
      {openDialog?.action === 'edit' && (
        <KeyDialog reviewKey={openDialog.reviewKey} onClose={close} />
      )}
      {openDialog?.action === 'delete' && (
        <DeleteKey reviewKey={openDialog.reviewKey} onClose={close} />
      )}
    </>
  )
}

const NewKey = ({ onNew }: { readonly onNew: () => void }) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
    New Key
  </Button>
)

const columnsFor = (onOpen: (dialog: ReviewKeyDialogState) => void): Column<ReviewKeySummary>[] => [
  {
    key: 'description',
    title: 'Description',
    sortBy: ({ description }) => description,
    render: ({ description }) => <strong className="review-wrap">{description}</strong>,
  },
  {
    key: 'key',
    title: 'Key',
    width: '44%',
    render: (reviewKey) => <KeyText reviewKey={reviewKey} />,
  },
  {
    key: 'active',
    title: 'Active',
    width: 80,
    render: (reviewKey) => <ActiveSwitch reviewKey={reviewKey} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 90,
    align: 'right',
    render: (reviewKey) => (
      <span className="row-actions">
        <Button
          type="text"
          size="small"
          title="Edit"
          aria-label={`Edit ${reviewKey.description}`}
          icon={<EditOutlined />}
          onClick={() => onOpen({ action: 'edit', reviewKey })}
        />
        <Button
          type="text"
          size="small"
          title="Delete"
          aria-label={`Delete ${reviewKey.description}`}
          icon={<DeleteOutlined />}
          onClick={() => onOpen({ action: 'delete', reviewKey })}
        />
      </span>
    ),
  },
]

type ReviewKeyProps = { readonly reviewKey: ReviewKeySummary }

function KeyText({ reviewKey: { description, key } }: ReviewKeyProps) {
  const copy = useCopy()
  return (
    <span className="review-key">
      <code>{key}</code>
      <Button
        type="text"
        size="small"
        title="Copy"
        aria-label={`Copy key ${description}`}
        icon={<CopyOutlined />}
        onClick={() => void copy(key, 'Review key copied to clipboard')}
      />
    </span>
  )
}

function ActiveSwitch({ reviewKey: { id, description, isActive } }: ReviewKeyProps) {
  const alerts = useAlerts()
  const { mutate, isPending } = useUpdateReviewKey()
  return (
    <Switch
      size="small"
      aria-label={`${description} is active`}
      checked={isActive}
      loading={isPending}
      onChange={(isActive) =>
        mutate(
          { id, isActive },
          { onError: (error) => alerts.showError(error, 'Failed to update API key') },
        )
      }
    />
  )
}

type DeleteProps = { readonly reviewKey: ReviewKeySummary; onClose(): void }

function DeleteKey({ reviewKey, onClose }: DeleteProps) {
  const alerts = useAlerts()
  const { mutateAsync: remove } = useDeleteReviewKey()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${reviewKey.description}?`}
      okText="Delete"
      onConfirm={async () => {
        await remove(reviewKey.id)
        alerts.success('Key deleted successfully')
      }}
      onClose={onClose}
    >
      Programs that use this key will lose access immediately. Results that have not been fetched
      will stay in the queue.
    </ConfirmDialog>
  )
}
