import {
  BellOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  KeyOutlined,
  LineChartOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type MenuAction, RowMenu } from '../../../shared/menu/RowMenu.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { DeployedAction } from '../deployment.ts'
import type { KeyKind } from '../deployments.queries.ts'
import { useDownloadCollection } from '../use-download-collection.ts'

type Props = {
  readonly kind: KeyKind
  readonly deployed: {
    readonly id: string
    readonly name: string
    readonly createdBy: number | null
    readonly isOwner?: boolean
  }
  /** Actions of this kind below *Edit*. */
  readonly editActions?: readonly MenuAction[]
  /** Actions of this kind below *Manage Keys*. */
  readonly keyActions?: readonly MenuAction[]
  /** A group of actions of this kind between the two. */
  readonly clearActions?: readonly MenuAction[]
  /** Whether one of the actions of this kind is in progress. */
  readonly isPending?: boolean
  onOpen(action: DeployedAction): void
}

const nouns = { api: 'deployment', pipeline: 'pipeline' } as const satisfies Record<KeyKind, string>

/** Menu of the actions on an API deployment or a pipeline. */
export function DeployedMenu(props: Props) {
  const { kind, onOpen, editActions = [], clearActions = [], keyActions = [] } = props
  const { id, name, createdBy, isOwner = false } = props.deployed
  const download = useDownloadCollection(kind, { id, name })
  const refusalOf = useRefusalOf()
  const navigate = useNavigate()
  const to = usePaths()
  const noun = nouns[kind]
  const facts = { created_by: createdBy, isOwner }
  const change = refusalOf(`${noun}/change`, facts)
  const keys = refusalOf(`${noun}/keys`, facts)
  const open = (key: DeployedAction) => ({ key, run: () => onOpen(key) })

  return (
    <RowMenu
      name={name}
      isPending={download.isPending || (props.isPending ?? false)}
      groups={[
        [
          { ...open('edit'), label: 'Edit', icon: <EditOutlined />, refusal: change },
          ...editActions,
        ],
        clearActions,
        [
          { ...open('keys'), label: 'Manage Keys', icon: <KeyOutlined />, refusal: keys },
          ...keyActions,
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
          {
            key: 'watch',
            label: 'Watch',
            icon: <LineChartOutlined />,
            run: () => void navigate({ to: to.watch(kind, id) }),
          },
          { ...open('share'), label: 'Share', icon: <ShareAltOutlined /> },
        ],
        [
          {
            ...open('delete'),
            label: 'Delete',
            icon: <DeleteOutlined />,
            isDanger: true,
            refusal: refusalOf(`${noun}/delete`, facts),
          },
        ],
      ]}
    />
  )
}
