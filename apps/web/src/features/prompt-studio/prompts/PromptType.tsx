import { Select } from 'antd'
import { usePatchPrompt } from '../prompt.queries.ts'
import { type Prompt, type ValueType, valueTypes } from '../prompt.ts'
import { TableSettingsButton } from '../tables/TableSettingsButton.tsx'
import { useSaveSetting } from './use-save-setting.ts'

const options = valueTypes.map((value) => ({ value, label: value }))

/** The type that the value is made to have. */
export function PromptType({ prompt }: { readonly prompt: Prompt }) {
  const { id, key, type } = prompt
  const patch = usePatchPrompt()
  const saveSetting = useSaveSetting()
  const chosen = patch.isPending ? patch.variables.changes.type : undefined

  function handleChange(next: ValueType) {
    saveSetting(patch.mutateAsync({ id, changes: { type: next } }))
  }

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
        value={chosen ?? type}
        onChange={handleChange}
      />
      <TableSettingsButton prompt={prompt} />
    </>
  )
}
