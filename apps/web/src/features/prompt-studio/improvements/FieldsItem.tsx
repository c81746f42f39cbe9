import { Form, Select } from 'antd'
import { minExpectedValues } from '../improvement.queries.ts'
import { isActivePrompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = {
  readonly id: string
  readonly expectedValueCounts: ReadonlyMap<string, number>
  readonly value: string[]
  onChange(ids: string[]): void
}

/** Asks for the prompts to measure. Those without enough expected values cannot be chosen. */
export function FieldsItem({ id: inputId, expectedValueCounts, value, onChange }: Props) {
  const { prompts } = useEditor().project
  const options = prompts.filter(isActivePrompt).map(({ id, key }) => {
    const count = expectedValueCounts.get(id) ?? 0
    return { value: id, label: `${key} (${count})`, disabled: count < minExpectedValues }
  })
  return (
    <Form.Item label="Fields" htmlFor={inputId}>
      <Select id={inputId} mode="multiple" value={value} onChange={onChange} options={options} />
    </Form.Item>
  )
}
