import {
  BellOutlined,
  CodeOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  KeyOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Deployment, DeploymentAction } from '../deployment.ts'
import { useDownloadCollection } from '../use-download-collection.ts'

type Props = {
  readonly deployment: Deployment
  onOpen(action: DeploymentAction): void
}

/** Menu of the actions on one deployment. */
export function DeploymentMenu({ deployment, onOpen }: Props) {
  const { id, displayName: name, createdBy, isOwner } = deployment
  const download = useDownloadCollection('api', { id, name })
  const refusalOf = useRefusalOf()
  const facts = { created_by: createdBy, isOwner }
  const change = refusalOf('deployment/change', facts)
  const keys = refusalOf('deployment/keys', facts)
  const open = (key: DeploymentAction) => ({ key, run: () => onOpen(key) })

  return (
    <RowMenu
      name={name}
      isPending={download.isPending}
      groups={[
        [
          { ...open('edit'), label: 'Edit', icon: <EditOutlined />, refusal: change },
          { ...open('keys'), label: 'Manage Keys', icon: <KeyOutlined />, refusal: keys },
          { ...open('snippets'), label: 'Code Snippets', icon: <CodeOutlined /> },
          { ...open('share'), label: 'Share', icon: <ShareAltOutlined /> },
          {
            key: 'collection',
            label: 'Download Postman Collection',
            icon: <DownloadOutlined />,
            refusal: keys,
            run: () => download.mutate(),
          },
          {
            ...open('notifications'),
            label: 'Setup Notifications',
            icon: <BellOutlined />,
            refusal: change,
          },
          { ...open('runs'), label: 'Execution Logs', icon: <HistoryOutlined /> },
        ],
        [
          {
            ...open('delete'),
            label: 'Delete',
            icon: <DeleteOutlined />,
            isDanger: true,
            refusal: refusalOf('deployment/delete', facts),
          },
        ],
      ]}
    />
  )
}
