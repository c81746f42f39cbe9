import { CopyOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import { KeySwitch } from '../../../shared/keys/KeySwitch.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { actionsColumn } from '../../../shared/table/actions-column.tsx'
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
  const [openDialog, setOpenDialog] = useState<ReviewKeyDialogState>()
  const close = () => setOpenDialog(undefined)
  const startNew = () => setOpenDialog({ action: 'edit', reviewKey: undefined })

  return (
    <>
      <Loaded query={useQuery(reviewKeys)} failureText="Failed to get api keys">
        {(keys) =>
          keys.length === 0 ? (
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
                  With a review key, a program can fetch each approved result from the queue once.
                  The key gives no other access.
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
          )
        }
      </Loaded>
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
  actionsColumn({
    width: 90,
    nameOf: ({ description }) => description,
    actions: [
      { label: 'Edit', run: (reviewKey) => onOpen({ action: 'edit', reviewKey }) },
      { label: 'Delete', run: (reviewKey) => onOpen({ action: 'delete', reviewKey }) },
    ],
  }),
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
  const { mutate, isPending } = useUpdateReviewKey()
  return (
    <KeySwitch
      name={description}
      isActive={isActive}
      isPending={isPending}
      failureText="Failed to update API key"
      onSwitch={(isActive, callbacks) => mutate({ id, isActive }, callbacks)}
    />
  )
}

type DeleteProps = { readonly reviewKey: ReviewKeySummary; onClose(): void }

function DeleteKey({ reviewKey, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteReviewKey()
  return (
    <DeleteDialog
      name={reviewKey.description}
      successText="Key deleted successfully"
      onDelete={() => remove(reviewKey.id)}
      onClose={onClose}
    >
      Programs that use this key will lose access immediately. Results that have not been fetched
      will stay in the queue.
    </DeleteDialog>
  )
}
