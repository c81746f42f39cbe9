import { Switch, Tooltip } from 'antd'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useSaveSetting } from './use-save-setting.ts'

/** Whether the prompt takes part in runs and in the export. */
export function PromptSwitch({ prompt }: { readonly prompt: Prompt }) {
  const patch = usePatchPrompt()
  const save = useSaveSetting()
  const { id, key } = prompt
  const isOn = patch.isPending ? patch.variables.changes.isActive : undefined
  const isActive = isOn ?? prompt.isActive
  return (
    <Tooltip title={isActive ? 'Enabled: part of runs and export' : 'Disabled: left out'}>
      <Switch
        size="small"
        checked={isActive}
        aria-label={`Enable ${key}`}
        onChange={(next) => save(patch.mutateAsync({ id, changes: { isActive: next } }))}
      />
    </Tooltip>
  )
}
