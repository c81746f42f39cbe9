import { Checkbox, Tooltip } from 'antd'
import { type Prompt, requiredChoices } from '../prompt.ts'
import { usePromptSetting } from './use-prompt-setting.ts'

const hint = 'Saving is not allowed in Human Quality Review when the field is empty.'

/**
 * Sets whether a review requires a value; of a JSON value, all parts or any part. Clicking the
 * checked box clears it.
 */
export function PromptRequired({ prompt }: { readonly prompt: Prompt }) {
  const { key, type } = prompt
  const choices = requiredChoices(type)
  const { value: requirement, change } = usePromptSetting(prompt, {
    name: 'required',
    noun: 'requirement',
    describe: (selected) => choices.find(({ value }) => value === selected)?.label ?? 'none',
  })
  if (choices.length === 0) return null

  return (
    <fieldset className="prompt-required" aria-label={`Requirement for ${key}`}>
      {choices.map(({ value, label }) => (
        <Tooltip key={value} title={hint}>
          <Checkbox
            checked={requirement === value}
            onChange={() => change(requirement === value ? null : value)}
          >
            {label}
          </Checkbox>
        </Tooltip>
      ))}
    </fieldset>
  )
}
