import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs, Tooltip } from 'antd'
import { isBoolean, useStored } from '../../../shared/browser/use-stored.ts'
import type { Workflow, WorkflowStep } from '../workflow.ts'
import { toolSettingsSchema } from '../workflows.queries.ts'
import { ToolList } from './ToolList.tsx'
import { ToolSettings } from './ToolSettings.tsx'
import './panel.css'

type PanelTab = 'tools' | 'settings'

type Props = {
  readonly workflow: Workflow
  readonly isToolSelected: boolean
  readonly tab: PanelTab
  onTab(tab: PanelTab): void
}

/** The list of tools, and the settings of the step while it is selected. */
export function SidePanel({ workflow, isToolSelected, tab, onTab }: Props) {
  const [isOpen, setOpen] = useStored('workflowPanel', isBoolean, true)
  const step = useStepWithSettings(isToolSelected ? workflow.step : undefined)

  if (!isOpen) {
    return (
      <aside className="side-panel side-panel-closed" aria-label="Tools">
        <CollapseButton isOpen={false} onClick={() => setOpen(true)} />
      </aside>
    )
  }
  return (
    <aside className="side-panel sheet" aria-label="Tools">
      {/* The button is beside the tab list, because a tab list may only contain tabs. */}
      <div className="side-panel-fold">
        <CollapseButton isOpen onClick={() => setOpen(false)} />
      </div>
      <Tabs
        size="small"
        tabBarGutter={16}
        activeKey={step ? tab : 'tools'}
        onChange={(key) => onTab(key === 'settings' ? 'settings' : 'tools')}
        items={[
          { key: 'tools', label: 'Tools', children: <ToolList workflow={workflow} /> },
          {
            key: 'settings',
            label: step ? (
              'Tool Settings'
            ) : (
              <span title="Select a tool with settings first">Tool Settings</span>
            ),
            disabled: !step,
            children: step && <ToolSettings key={step.id} step={step} workflow={workflow} />,
          },
          { key: 'template', label: 'Workflow Template', disabled: true },
        ]}
      />
    </aside>
  )
}

/** Returns the step if its tool has any settings. A failure to load them is shown in their place. */
function useStepWithSettings(step: WorkflowStep | undefined): WorkflowStep | undefined {
  const { data: schema, error } = useQuery({
    ...toolSettingsSchema(step?.toolId ?? '', step?.workflowId ?? ''),
    enabled: step !== undefined,
  })
  const hasSettings = schema !== undefined && Object.keys(schema.properties ?? {}).length > 0
  return hasSettings || error ? step : undefined
}

function CollapseButton({
  isOpen,
  onClick,
}: {
  readonly isOpen: boolean
  readonly onClick: () => void
}) {
  const label = isOpen ? 'Collapse panel' : 'Show tools'
  return (
    <Tooltip title={label} placement="left">
      <Button
        type="text"
        size="small"
        aria-label={label}
        aria-expanded={isOpen}
        icon={isOpen ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
        onClick={onClick}
      />
    </Tooltip>
  )
}
