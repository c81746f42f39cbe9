import { Form, Tabs } from 'antd'
import { type PanelProps, RulesPanel } from './RulesPanel.tsx'
import { SyncPanel } from './SyncPanel.tsx'

/** What of a workflow is looked at, and where it goes then. */
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
