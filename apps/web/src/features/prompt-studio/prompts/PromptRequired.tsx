import { Checkbox, Tooltip } from 'antd'
import { usePatchPrompt } from '../prompt.queries.ts'
import { type Prompt, requiredChoices } from '../prompt.ts'
import { useSaveSetting } from './use-save-setting.ts'

const hint = 'Saving is not allowed in Human Quality Review when the field is empty.'

/** Whether a review must have a value: of a JSON value all parts, or one. Choosing again clears it. */
export function PromptRequired({ prompt }: { readonly prompt: Prompt }) {
  const patch = usePatchPrompt()
  const save = useSaveSetting()
  const { id, key } = prompt
  const given = patch.isPending ? patch.variables.changes.required : undefined
  const chosen = given === undefined ? prompt.required : given
  const choices = requiredChoices(prompt.type)
  if (choices.length === 0) return null

  return (
    <fieldset className="prompt-required" aria-label={`What is required of ${key}`}>
      {choices.map(({ value, label }) => (
        <Tooltip key={value} title={hint}>
          <Checkbox
            checked={chosen === value}
            onChange={() => {
              const required = chosen === value ? null : value
              save(patch.mutateAsync({ id, changes: { required } }))
            }}
          >
            {label}
          </Checkbox>
        </Tooltip>
      ))}
    </fieldset>
  )
}
