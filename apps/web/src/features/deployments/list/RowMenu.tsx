import {
  CodeOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  KeyOutlined,
  MoreOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown, type MenuProps } from 'antd'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Deployment } from '../deployment.ts'
import type { Deed } from './deed.ts'
import { useDownloadCollection } from './use-download-collection.ts'

type Props = {
  readonly deployment: Deployment
  onOpen(deed: Deed): void
}

/** Everything that can be done with one deployment. */
export function RowMenu({ deployment, onOpen }: Props) {
  const download = useDownloadCollection(deployment)
  const navigate = useNavigate()
  const logs = usePaths().logs()
  const refusalOf = useRefusalOf()
  const facts = { created_by: deployment.createdBy }
  const change = off(refusalOf('deployment/change', facts))
  const keys = off(refusalOf('deployment/keys', facts))

  const items: MenuProps['items'] = [
    {
      key: 'edit',
      label: 'Edit',
      icon: <EditOutlined aria-hidden="true" />,
      ...change,
      onClick: () => onOpen('edit'),
    },
    {
      key: 'keys',
      label: 'Manage Keys',
      icon: <KeyOutlined aria-hidden="true" />,
      ...keys,
      onClick: () => onOpen('keys'),
    },
    {
      key: 'snippets',
      label: 'Code Snippets',
      icon: <CodeOutlined aria-hidden="true" />,
      onClick: () => onOpen('snippets'),
    },
    {
      key: 'collection',
      label: 'Download Postman Collection',
      icon: <DownloadOutlined aria-hidden="true" />,
      ...keys,
      onClick: () => download.mutate(),
    },
    {
      key: 'logs',
      label: 'Execution Logs',
      icon: <HistoryOutlined aria-hidden="true" />,
      onClick: () => void navigate({ to: logs, search: { entity: 'API' } as never }),
    },
    { type: 'divider' },
    {
      key: 'delete',
      label: 'Delete',
      danger: true,
      icon: <DeleteOutlined aria-hidden="true" />,
      ...off(refusalOf('deployment/delete', facts)),
      onClick: () => onOpen('delete'),
    },
  ]

  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: endHere }}
    >
      <Button
        type="text"
        size="small"
        aria-label={`Actions for ${deployment.displayName}`}
        loading={download.isPending}
        icon={<MoreOutlined />}
      />
    </Dropdown>
  )
}

/** An item that is refused says why. */
const off = (refusal: string | undefined) =>
  refusal === undefined ? {} : { disabled: true, title: refusal }

/** The Enter that chose would otherwise go on to submit the form that it opened. */
const endHere: NonNullable<MenuProps['onClick']> = ({ domEvent }) => domEvent.preventDefault()
