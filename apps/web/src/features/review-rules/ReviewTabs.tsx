import { Form, Tabs } from 'antd'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { type PanelProps, RulesPanel } from './RulesPanel.tsx'
import { SyncPanel } from './SyncPanel.tsx'

/**
 * Settings for which files of a workflow are reviewed, and where approved results are delivered.
 */
export const ReviewTabs = (props: PanelProps) => (
  <Form layout="vertical" component="div">
    <Tabs
      items={[
        { key: 'rules', label: 'Rules', children: <RulesPanel {...props} /> },
        { key: 'settings', label: 'Settings', children: <SyncPanel {...props} /> },
      ]}
    />
  </Form>
)

/** The review settings in the workflow editor; users who may not change them can read them. */
export function WorkflowReview({ workflowId }: { readonly workflowId: string }) {
  const { role = '' } = useSignedIn()
  const mayChange = /(?:^|_)(?:admin|supervisor)$/.test(role)
  return <ReviewTabs workflowId={workflowId} isViewOnly={!mayChange} />
}
