import { Switch, Tooltip } from 'antd'
import type { Prompt } from '../prompt.ts'
import { usePromptSetting } from './use-prompt-setting.ts'

/** Whether the prompt takes part in runs and in the export. */
export function PromptSwitch({ prompt }: { readonly prompt: Prompt }) {
  const { key } = prompt
  const { value: isActive, choose } = usePromptSetting(prompt, {
    name: 'isActive',
    word: 'switch',
    describe: (isOn) => (isOn ? 'enabled' : 'disabled'),
  })
  return (
    <Tooltip title={isActive ? 'Enabled: part of runs and export' : 'Disabled: left out'}>
      <Switch size="small" checked={isActive} aria-label={`Enable ${key}`} onChange={choose} />
    </Tooltip>
  )
}
