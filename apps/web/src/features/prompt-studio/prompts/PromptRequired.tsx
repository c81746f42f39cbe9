import { Checkbox, Tooltip } from 'antd'
import { type Prompt, requiredChoices } from '../prompt.ts'
import { usePromptSetting } from './use-prompt-setting.ts'

const hint = 'Saving is not allowed in Human Quality Review when the field is empty.'

/** Whether a review must have a value: of a JSON value all parts, or one. Choosing again clears it. */
export function PromptRequired({ prompt }: { readonly prompt: Prompt }) {
  const { key, type } = prompt
  const choices = requiredChoices(type)
  const { value: chosen, choose } = usePromptSetting(prompt, {
    name: 'required',
    word: 'requirement',
    describe: (wanted) => choices.find(({ value }) => value === wanted)?.label ?? 'none',
  })
  if (choices.length === 0) return null

  return (
    <fieldset className="prompt-required" aria-label={`What is required of ${key}`}>
      {choices.map(({ value, label }) => (
        <Tooltip key={value} title={hint}>
          <Checkbox
            checked={chosen === value}
            onChange={() => choose(chosen === value ? null : value)}
          >
            {label}
          </Checkbox>
        </Tooltip>
      ))}
    </fieldset>
  )
}
