import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  LoadingOutlined,
} from '@ant-design/icons'
import type { IndexStatus } from '@recto/contract/simple-studio/simple-studio'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useEditor, useSelectDocument } from '../../prompt-studio/prompt-studio.port.ts'
import type { SimpleDocument } from '../simple-project.ts'
import { deleteSimpleDocument, reading, refreshStudio } from '../simple-studio.queries.ts'

type Props = { readonly simpleId: string; readonly document: SimpleDocument }

const statusViews: Readonly<Record<IndexStatus, readonly [words: string, icon: ReactNode]>> = {
  YET_TO_START: ['Waiting', <ClockCircleOutlined key="waits" />],
  IN_PROGRESS: ['Processing', <LoadingOutlined key="reads" />],
  SUCCESS: ['Ready', <CheckCircleOutlined key="ready" className="good" />],
  FAILED: ['Failed', <CloseCircleOutlined key="failed" className="bad" />],
}

/** A document in the list, which is indexed as soon as the row is shown. */
export function DocumentRow({ simpleId, document }: Props) {
  const { document: open } = useEditor()
  const select = useSelectDocument()
  const { status, retry } = useDocumentReading({ simpleId, document })
  const [statusText, icon] = statusViews[status]
  return (
    <li className="simple-row" data-open={open?.id === document.id}>
      <button
        type="button"
        className="simple-row-name"
        aria-current={open?.id === document.id}
        title={document.name}
        onClick={() => select(document.id)}
      >
        {document.name}
      </button>
      <DeleteButton simpleId={simpleId} document={document} />
      <span className="simple-row-status" role="status">
        {icon} {statusText}
        {status === 'FAILED' && (
          <Button type="link" size="small" onClick={retry}>
            Try again
          </Button>
        )}
      </span>
    </li>
  )
}

/**
 * Indexes a document that has not been indexed. The status comes from the server, except during a
 * request of this page.
 */
function useDocumentReading({ simpleId, document }: Props) {
  const client = useQueryClient()
  const alerts = useAlerts()
  const isDue = document.status === 'YET_TO_START' || document.status === 'IN_PROGRESS'
  const { isFetching, error, refetch } = useQuery({
    ...reading({ client, projectId: simpleId }, document),
    enabled: isDue,
  })
  const { name } = document
  useEffect(() => {
    if (error) alerts.showError(error, `Failed to index document: ${name}`)
  }, [error, alerts, name])
  const status: IndexStatus = isFetching
    ? 'IN_PROGRESS'
    : error && document.status !== 'SUCCESS'
      ? 'FAILED'
      : document.status
  return { status, retry: () => void refetch() }
}

function DeleteButton({ simpleId, document }: Props) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const client = useQueryClient()
  const alerts = useAlerts()
  const { id, name } = document

  async function remove() {
    try {
      await deleteSimpleDocument({ projectId: simpleId, id })
      alerts.success(`Deleted successfully: ${name}`)
    } catch (error) {
      alerts.showError(error, `Failed to delete document: ${name}`)
    }
    await refreshStudio(client)
  }

  return (
    <>
      <Tooltip title="Delete">
        <Button
          type="text"
          size="small"
          aria-label={`Delete ${name}`}
          icon={<DeleteOutlined />}
          onClick={() => setDialogOpen(true)}
        />
      </Tooltip>
      {isDialogOpen && (
        <ConfirmDialog
          title="Delete this document?"
          okText="Delete"
          isDestructive
          onConfirm={remove}
          onClose={() => setDialogOpen(false)}
        >
          {name} and the values extracted from it will be deleted.
        </ConfirmDialog>
      )}
    </>
  )
}
