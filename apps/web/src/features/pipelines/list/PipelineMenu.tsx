import {
  BellOutlined,
  ClearOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  KeyOutlined,
  PoweroffOutlined,
  ReloadOutlined,
  ShareAltOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { RowMenu } from '../../../shared/menu/RowMenu.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { useDownloadCollection } from '../../deployments/deployments.port.tsx'
import { useClearWorkflow } from '../../executions/executions.port.tsx'
import type { Pipeline, PipelineAction } from '../pipeline.ts'
import { useActivity, useRunRefusal } from './use-activity.ts'

type Props = {
  readonly pipeline: Pipeline
  onOpen(action: PipelineAction): void
  onSync(options?: { readonly usesEarlierResults: boolean }): void
}

/** Menu of the actions on one pipeline. */
export function PipelineMenu({ pipeline, onOpen, onSync }: Props) {
  const { isActive, workflowId } = pipeline
  const run = useRunRefusal(pipeline)
  const download = useDownloadCollection('pipeline', pipeline)
  const activity = useActivity(pipeline)
  const clear = useClearWorkflow(workflowId, {
    cache: 'Pipeline Cache Cleared Successfully',
    history: 'Pipeline File History Cleared Successfully',
  })
  const refusalOf = useRefusalOf()
  const facts = { created_by: pipeline.createdBy }
  const change = refusalOf('pipeline/change', facts)
  const keys = refusalOf('pipeline/keys', facts)
  const open = (key: PipelineAction) => ({ key, run: () => onOpen(key) })

  return (
    <>
      <RowMenu
        name={pipeline.name}
        isPending={download.isPending || clear.isPending || activity.isPending}
        groups={[
          [
            { ...open('edit'), label: 'Edit', icon: <EditOutlined />, refusal: change },
            {
              key: 'sync',
              label: 'Sync Now',
              icon: <SyncOutlined />,
              refusal: run,
              run: () => onSync(),
            },
            {
              key: 'sync-anew',
              label: 'Sync Without Earlier Results',
              icon: <ReloadOutlined />,
              refusal: run,
              run: () => onSync({ usesEarlierResults: false }),
            },
            {
              key: 'active',
              label: isActive ? 'Disable' : 'Enable',
              icon: <PoweroffOutlined />,
              refusal: change,
              run: activity.flip,
            },
          ],
          [
            { key: 'cache', label: 'Clear Cache', icon: <ClearOutlined />, run: clear.cache },
            {
              key: 'history',
              label: 'Clear File History',
              icon: <ClearOutlined />,
              run: clear.history,
            },
          ],
          [
            { ...open('keys'), label: 'Manage Keys', icon: <KeyOutlined />, refusal: keys },
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
            { ...open('share'), label: 'Share', icon: <ShareAltOutlined /> },
          ],
          [
            {
              ...open('delete'),
              label: 'Delete',
              icon: <DeleteOutlined />,
              isDanger: true,
              refusal: refusalOf('pipeline/delete', facts),
            },
          ],
        ]}
      />
      {clear.question}
    </>
  )
}
