import { type CoveredPrompt, EnforceType } from '@recto/contract/prompts'
import { Select } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePatchPrompt } from '../prompt-studio.queries.ts'
import { useRuns } from '../runs/runs.tsx'

const options = EnforceType.options.map((value) => ({ value, label: value }))

/** The type that the value is made to have. */
export function PromptType({ prompt }: { readonly prompt: CoveredPrompt }) {
  const { prompt_id, prompt_key, enforce_type } = prompt
  const patch = usePatchPrompt()
  const { track } = useRuns()
  const alerts = useAlerts()
  const chosen = patch.isPending ? patch.variables.body.enforce_type : undefined

  function handleChange(next: EnforceType) {
    const save = patch.mutateAsync({ params: { prompt_id }, body: { enforce_type: next } })
    track(save).catch((refusal) => alerts.failed(refusal, 'Failed to update'))
  }

  return (
    <Select<EnforceType>
      size="small"
      variant="filled"
      className="prompt-type"
      popupMatchSelectWidth={false}
      aria-label={`Type of ${prompt_key}`}
      options={options}
      value={chosen ?? enforce_type}
      onChange={handleChange}
    />
  )
}
