import {
  ClearOutlined,
  InboxOutlined,
  PoweroffOutlined,
  ReloadOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { useState } from 'react'
import { type DeployedAction, DeployedMenu } from '../../deployments/deployments.port.tsx'
import { useClearWorkflow } from '../../executions/executions.port.tsx'
import { ArrivalsDialog } from '../arrivals/ArrivalsDialog.tsx'
import type { Pipeline } from '../pipeline.ts'
import { useActivity, useChangeRefusal, useRunRefusal } from './use-activity.ts'

type Props = {
  readonly pipeline: Pipeline
  onOpen(action: DeployedAction): void
  onSync(options?: { readonly usesEarlierResults: boolean }): void
}

/** Menu of the actions on one pipeline. */
export function PipelineMenu({ pipeline, onOpen, onSync }: Props) {
  const run = useRunRefusal(pipeline)
  const change = useChangeRefusal(pipeline)
  const activity = useActivity(pipeline)
  const [showsArrivals, setShowsArrivals] = useState(false)
  const arrivals = {
    key: 'arrivals',
    label: 'Arrivals',
    icon: <InboxOutlined />,
    run: () => setShowsArrivals(true),
  }
  const clear = useClearWorkflow(pipeline.workflowId, {
    cache: 'Pipeline Cache Cleared Successfully',
    history: 'Pipeline File History Cleared Successfully',
  })

  return (
    <>
      <DeployedMenu
        kind="pipeline"
        deployed={pipeline}
        isPending={activity.isPending}
        editActions={[
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
            label: pipeline.isActive ? 'Disable' : 'Enable',
            icon: <PoweroffOutlined />,
            refusal: change,
            run: activity.flip,
          },
          ...(pipeline.runsOnArrival ? [arrivals] : []),
        ]}
        clearActions={[
          {
            key: 'cache',
            label: 'Clear Cache',
            icon: <ClearOutlined />,
            refusal: change,
            run: () => clear.ask('cache'),
          },
          {
            key: 'history',
            label: 'Clear File History',
            icon: <ClearOutlined />,
            refusal: change,
            run: () => clear.ask('history'),
          },
        ]}
        onOpen={onOpen}
      />
      {clear.question}
      {showsArrivals && (
        <ArrivalsDialog pipeline={pipeline} onClose={() => setShowsArrivals(false)} />
      )}
    </>
  )
}
