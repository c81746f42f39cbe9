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
  reviewKeys,
  type ShownReviewKey,
  useDeleteReviewKey,
  useUpdateReviewKey,
} from './review-keys.queries.ts'

type Opened =
  | { readonly what: 'edit'; readonly reviewKey: ShownReviewKey | undefined }
  | { readonly what: 'delete'; readonly reviewKey: ShownReviewKey }

/** Lists the keys with which programs fetch approved results from the queue. */
export function KeysPanel() {
  const { data: keys, error, refetch } = useQuery(reviewKeys)
  const [openDialog, setOpenDialog] = useState<Opened>()
  const close = () => setOpenDialog(undefined)
  const startNew = () => setOpenDialog({ what: 'edit', reviewKey: undefined })

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
          explanation="A program sends one as “Authorization: Bearer …” to fetch approved results that are kept in the queue."
        >
          <NewKey onNew={startNew} />
        </EmptyState>
      ) : (
        <>
          <div className="review-keys-head">
            <p className="faint">
              A key fetches approved results that are kept in the queue, each once, and opens
              nothing else.
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
      {openDialog?.what === 'edit' && (
        <KeyDialog reviewKey={openDialog.reviewKey} onClose={close} />
      )}
      {openDialog?.what === 'delete' && (
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

const columnsFor = (onOpen: (dialog: Opened) => void): Column<ShownReviewKey>[] => [
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
          onClick={() => onOpen({ what: 'edit', reviewKey })}
        />
        <Button
          type="text"
          size="small"
          title="Delete"
          aria-label={`Delete ${reviewKey.description}`}
          icon={<DeleteOutlined />}
          onClick={() => onOpen({ what: 'delete', reviewKey })}
        />
      </span>
    ),
  },
]

type OfKey = { readonly reviewKey: ShownReviewKey }

function KeyText({ reviewKey: { description, key } }: OfKey) {
  const copy = useCopy()
  return (
    <span className="review-key">
      <code>{key}</code>
      <Button
        type="text"
        size="small"
        title="Copy"
        aria-label={`Copy the key ${description}`}
        icon={<CopyOutlined />}
        onClick={() => void copy(key, 'Review key copied to clipboard')}
      />
    </span>
  )
}

function ActiveSwitch({ reviewKey: { id, description, isActive } }: OfKey) {
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
          { onError: (error) => alerts.failed(error, 'Failed to update api key') },
        )
      }
    />
  )
}

type DeleteProps = { readonly reviewKey: ShownReviewKey; onClose(): void }

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
      Programs that send it are refused from then on. What nobody has fetched stays in the queue.
    </ConfirmDialog>
  )
}
