import { Switch, Tooltip } from 'antd'
import type { Prompt } from '../prompt.ts'
import { usePromptSetting } from './use-prompt-setting.ts'

/** Enables or disables the prompt for runs and the export. */
export function PromptSwitch({ prompt }: { readonly prompt: Prompt }) {
  const { key } = prompt
  const { value: isActive, change } = usePromptSetting(prompt, {
    name: 'isActive',
    noun: 'status',
    describe: (isOn) => (isOn ? 'enabled' : 'disabled'),
  })
  return (
    <Tooltip
      title={
        isActive
          ? 'Enabled: included in runs and exports'
          : 'Disabled: excluded from runs and exports'
      }
    >
      <Switch size="small" checked={isActive} aria-label={`Enable ${key}`} onChange={change} />
    </Tooltip>
  )
}
