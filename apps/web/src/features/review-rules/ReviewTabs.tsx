import { Form, Tabs } from 'antd'
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
