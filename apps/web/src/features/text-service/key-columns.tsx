import { CopyOutlined, DeleteOutlined, DownloadOutlined, SyncOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { useCopy } from '../../shared/browser/copy-text.ts'
import { saveFile } from '../../shared/browser/save-file.ts'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { Column } from '../../shared/table/DataTable.tsx'
import { RowAction } from '../../shared/table/RowAction.tsx'
import type { KeyChange } from './ChangeKeyDialog.tsx'
import { maskKey, type TextKey } from './text-key.ts'
import { fetchCollection } from './text-service.queries.ts'

type Acts = {
  onChange(change: KeyChange): void
  mayChange(key: TextKey): boolean
}

export const keyColumns = (acts: Acts): readonly Column<TextKey>[] => [
  {
    key: 'key',
    title: 'Key',
    render: ({ key, isActive }) => (
      <>
        <code>{maskKey(key)}</code> {!isActive && <Tag>Switched off</Tag>}
      </>
    ),
  },
  { key: 'product', title: 'Product', width: '25%', render: ({ plan }) => plan.name },
  {
    key: 'made',
    title: 'Made',
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
    render: (key) => <KeyActions textKey={key} acts={acts} />,
  },
]

function KeyActions({ textKey, acts }: { readonly textKey: TextKey; readonly acts: Acts }) {
  const copy = useCopy()
  const alerts = useAlerts()
  async function download() {
    try {
      const collection = await fetchCollection(textKey.id)
      saveFile('text-extraction.postman_collection.json', JSON.stringify(collection, null, 2))
      alerts.success('Collection downloaded successfully')
    } catch (error) {
      alerts.failed(error, 'Failed to download the collection')
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
      {acts.mayChange(textKey) && (
        <>
          <RowAction
            label="Rotate"
            icon={<SyncOutlined />}
            onClick={() => acts.onChange({ what: 'rotate', key: textKey })}
          />
          <RowAction
            label="Delete"
            icon={<DeleteOutlined />}
            onClick={() => acts.onChange({ what: 'delete', key: textKey })}
          />
        </>
      )}
    </>
  )
}
