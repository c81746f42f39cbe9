import {
  BellOutlined,
  ClearOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  KeyOutlined,
  MoreOutlined,
  PoweroffOutlined,
  ShareAltOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { saveFile } from '../../../shared/browser/save-file.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { useClearWorkflow } from '../../executions/executions.port.tsx'
import type { Pipeline } from '../pipeline.ts'
import { usePipelineCollection, useSetActive } from '../pipelines.queries.ts'
import type { RowDeed } from './deed.ts'

type Props = {
  readonly pipeline: Pipeline
  onOpen(deed: RowDeed): void
  onSync(): void
}

/** Everything that can be done with one pipeline. */
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
        aria-label={`Actions for ${props.pipeline.name}`}
        loading={isPending}
        icon={<MoreOutlined />}
      />
    </Dropdown>
  )
}

function useItems({ pipeline, onOpen, onSync }: Props) {
  const { isActive, workflowId } = pipeline
  const download = useDownloadCollection(pipeline)
  const activity = useActivity(pipeline)
  const clear = useClearWorkflow(workflowId, {
    cache: 'Pipeline Cache Cleared Successfully',
    history: 'Pipeline File History Cleared Successfully',
  })
  const refusalOf = useRefusalOf()
  const facts = { created_by: pipeline.createdBy }
  const change = off(refusalOf('pipeline/change', facts))
  const keys = off(refusalOf('pipeline/keys', facts))
  const run = isActive ? off(refusalOf('pipeline/run', facts)) : off('It is disabled')
  const items: MenuProps['items'] = [
    item(
      { key: 'edit', label: 'Edit', icon: <EditOutlined />, onClick: () => onOpen('edit') },
      change,
    ),
    item({ key: 'sync', label: 'Sync Now', icon: <SyncOutlined />, onClick: onSync }, run),
    item(
      {
        key: 'active',
        label: isActive ? 'Disable' : 'Enable',
        icon: <PoweroffOutlined />,
        onClick: activity.flip,
      },
      change,
    ),
    { type: 'divider' },
    ...clearItems(clear),
    { type: 'divider' },
    item(
      { key: 'keys', label: 'Manage Keys', icon: <KeyOutlined />, onClick: () => onOpen('keys') },
      keys,
    ),
    item(
      {
        key: 'collection',
        label: 'Download Postman Collection',
        icon: <DownloadOutlined />,
        onClick: download.run,
      },
      keys,
    ),
    item(
      {
        key: 'notifications',
        label: 'Setup Notifications',
        icon: <BellOutlined />,
        onClick: () => onOpen('notifications'),
      },
      change,
    ),
    item({
      key: 'runs',
      label: 'Execution Logs',
      icon: <HistoryOutlined />,
      onClick: () => onOpen('runs'),
    }),
    item({
      key: 'share',
      label: 'Share',
      icon: <ShareAltOutlined />,
      onClick: () => onOpen('share'),
    }),
    { type: 'divider' },
    item(
      { key: 'delete', label: 'Delete', icon: <DeleteOutlined />, onClick: () => onOpen('delete') },
      { danger: true, ...off(refusalOf('pipeline/delete', facts)) },
    ),
  ]
  const isPending = download.isPending || clear.isPending || activity.isPending
  return { items, isPending }
}

type Item = {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

const item = ({ icon, ...rest }: Item, more: object = {}) => ({
  ...rest,
  icon: <span aria-hidden="true">{icon}</span>,
  ...more,
})

const clearItems = ({ cache, history }: ReturnType<typeof useClearWorkflow>) => [
  item({ key: 'cache', label: 'Clear Cache', icon: <ClearOutlined />, onClick: cache }),
  item({ key: 'history', label: 'Clear File History', icon: <ClearOutlined />, onClick: history }),
]

function useDownloadCollection({ id, name }: Pipeline) {
  const { mutateAsync: ask } = usePipelineCollection()
  const alerts = useAlerts()
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      saveFile(`${name}.json`, JSON.stringify(await ask(id), null, 2))
    },
    onSuccess: () => alerts.success('Collection downloaded successfully'),
    onError: (error) => alerts.failed(error, 'Failed to download the collection'),
  })
  return { run: () => mutate(), isPending }
}

/** Switches a pipeline on and off, and says so. */
export function useActivity({ id, isActive }: Pipeline) {
  const { mutate, isPending } = useSetActive()
  const alerts = useAlerts()
  const done = isActive ? 'Pipeline Disabled Successfully' : 'Pipeline Enabled Successfully'
  const flip = () =>
    mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => alerts.success(done),
        onError: (error) => alerts.failed(error, 'Failed to update pipeline status.'),
      },
    )
  return { flip, isPending }
}

/** An item that is refused says why. */
const off = (refusal: string | undefined) =>
  refusal === undefined ? {} : { disabled: true, title: refusal }

/** The Enter that chose would otherwise go on to submit the form that it opened. */
const endHere: NonNullable<MenuProps['onClick']> = ({ domEvent }) => domEvent.preventDefault()
