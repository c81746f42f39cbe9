import { Select } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePatchPrompt } from '../prompt.queries.ts'
import { type Prompt, type ValueType, valueTypes } from '../prompt.ts'
import { useRuns } from '../runs/runs.tsx'
import { TableSettingsButton } from '../tables/TableSettingsButton.tsx'

const options = valueTypes.map((value) => ({ value, label: value }))

/** The type that the value is made to have. */
export function PromptType({ prompt }: { readonly prompt: Prompt }) {
  const { id, key, type } = prompt
  const patch = usePatchPrompt()
  const { track } = useRuns()
  const alerts = useAlerts()
  const chosen = patch.isPending ? patch.variables.changes.type : undefined

  function handleChange(next: ValueType) {
    const save = patch.mutateAsync({ id, changes: { type: next } })
    track(save).catch((refusal) => alerts.failed(refusal, 'Failed to update'))
  }

  return (
    <>
      <Select<ValueType>
        size="small"
        variant="filled"
        className="prompt-type"
        popupMatchSelectWidth={false}
        aria-label={`Type of ${key}`}
        options={options}
        value={chosen ?? type}
        onChange={handleChange}
      />
      <TableSettingsButton prompt={prompt} />
    </>
  )
}
