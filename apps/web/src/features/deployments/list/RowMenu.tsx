import {
  BellOutlined,
  CodeOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  KeyOutlined,
  MoreOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Deployment } from '../deployment.ts'
import type { Deed } from './deed.ts'
import { useDownloadCollection } from './use-download-collection.ts'

type Props = {
  readonly deployment: Deployment
  onOpen(deed: Deed): void
}

/** Everything that can be done with one deployment. */
export function RowMenu(props: Props) {
  const { items, isPending } = useItems(props)
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
        aria-label={`Actions for ${props.deployment.displayName}`}
        loading={isPending}
        icon={<MoreOutlined />}
      />
    </Dropdown>
  )
}

function useItems({ deployment, onOpen }: Props) {
  const download = useDownloadCollection(deployment)
  const refusalOf = useRefusalOf()
  const { createdBy, isOwner } = deployment
  const facts = { created_by: createdBy, isOwner }
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
      key: 'share',
      label: 'Share',
      icon: <ShareAltOutlined aria-hidden="true" />,
      onClick: () => onOpen('share'),
    },
    {
      key: 'collection',
      label: 'Download Postman Collection',
      icon: <DownloadOutlined aria-hidden="true" />,
      ...keys,
      onClick: () => download.mutate(),
    },
    {
      key: 'notifications',
      label: 'Setup Notifications',
      icon: <BellOutlined aria-hidden="true" />,
      ...change,
      onClick: () => onOpen('notifications'),
    },
    {
      key: 'logs',
      label: 'Execution Logs',
      icon: <HistoryOutlined aria-hidden="true" />,
      onClick: () => onOpen('runs'),
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

  return { items, isPending: download.isPending }
}

/** An item that is refused says why. */
const off = (refusal: string | undefined) =>
  refusal === undefined ? {} : { disabled: true, title: refusal }

/** The Enter that chose would otherwise go on to submit the form that it opened. */
const endHere: NonNullable<MenuProps['onClick']> = ({ domEvent }) => domEvent.preventDefault()
