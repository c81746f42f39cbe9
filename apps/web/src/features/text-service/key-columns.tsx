import { CopyOutlined, DeleteOutlined, DownloadOutlined, SyncOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { saveFile, useCopy } from '../../shared/browser/copy-text.ts'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { Column } from '../../shared/table/DataTable.tsx'
import { RowAction } from '../../shared/table/RowAction.tsx'
import type { KeyChange } from './ChangeKeyDialog.tsx'
import { maskKey, type TextKey } from './text-key.ts'
import { fetchCollection } from './text-service.queries.ts'

type KeyActionHandlers = {
  onChange(change: KeyChange): void
  mayChange(key: TextKey): boolean
}

export const keyColumns = (actions: KeyActionHandlers): readonly Column<TextKey>[] => [
  {
    key: 'key',
    title: 'Key',
    render: ({ key, isActive }) => (
      <>
        <code>{maskKey(key)}</code> {!isActive && <Tag>Inactive</Tag>}
      </>
    ),
  },
  { key: 'product', title: 'Product', width: '25%', render: ({ plan }) => plan.name },
  {
    key: 'made',
    title: 'Created',
    width: '20%',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactTime(createdAt)}>
        {relativeTime(createdAt)}
      </time>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 160,
    align: 'right',
    render: (key) => <KeyActions textKey={key} handlers={actions} />,
  },
]

function KeyActions({
  textKey,
  handlers,
}: {
  readonly textKey: TextKey
  readonly handlers: KeyActionHandlers
}) {
  const copy = useCopy()
  const alerts = useAlerts()
  async function download() {
    try {
      const collection = await fetchCollection(textKey.id)
      saveFile('text-extraction.postman_collection.json', JSON.stringify(collection, null, 2))
      alerts.success('Collection downloaded successfully')
    } catch (error) {
      alerts.showError(error, 'Failed to download the collection')
    }
  }
  return (
    <>
      <RowAction
        label="Copy"
        icon={<CopyOutlined />}
        onClick={() => void copy(textKey.key, 'API key copied to clipboard')}
      />
      <RowAction
        label="Download Postman collection"
        icon={<DownloadOutlined />}
        onClick={() => void download()}
      />
      {handlers.mayChange(textKey) && (
        <>
          <RowAction
            label="Rotate"
            icon={<SyncOutlined />}
            onClick={() => handlers.onChange({ action: 'rotate', key: textKey })}
          />
          <RowAction
            label="Delete"
            icon={<DeleteOutlined />}
            onClick={() => handlers.onChange({ action: 'delete', key: textKey })}
          />
        </>
      )}
    </>
  )
}
