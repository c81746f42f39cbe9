import { Select } from 'antd'
import { MatchToButton } from '../lookups/MatchToButton.tsx'
import { type Prompt, type ValueType, valueTypes } from '../prompt.ts'
import { TableSettingsButton } from '../tables/TableSettingsButton.tsx'
import { usePromptSetting } from './use-prompt-setting.ts'

const options = valueTypes.map((value) => ({ value, label: value }))

/** Selects the type of the value. */
export function PromptType({ prompt }: { readonly prompt: Prompt }) {
  const { key } = prompt
  const { value, change } = usePromptSetting(prompt, {
    name: 'type',
    noun: 'type',
    describe: (type) => type,
  })

  return (
    <>
      <Select<ValueType>
        size="small"
        variant="filled"
        className="prompt-type"
        popupMatchSelectWidth={false}
        aria-label={`Type of ${key}`}
        title="Enforce Type"
        options={options}
        value={value}
        onChange={change}
      />
      <TableSettingsButton prompt={prompt} />
      <MatchToButton prompt={prompt} />
    </>
  )
}
