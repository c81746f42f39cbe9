import { Input, InputNumber, Select } from 'antd'
import type { ValueEditorProps } from 'react-querybuilder'
import { outcomesOfChecks, type RuleCondition, splitField } from './rule-tree.ts'

/** A part says where it stands by the numbers on the way: 1.2 is the second of the first. */
export const nameAt = (what: 'group' | 'condition', path: readonly number[]): string =>
  path.length === 0 ? 'all conditions' : `${what} ${path.map((at) => at + 1).join('.')}`

/** What a condition compares with: a text, a percentage, or a key of JSON and its value. */
export function RuleValue({
  field,
  value,
  disabled = false,
  path,
  handleOnChange,
}: ValueEditorProps) {
  const name = nameAt('condition', path)
  const said = value as RuleCondition['value']
  const text = { disabled, maxLength: 1000, className: 'rule-value' }
  if (splitField(field).kind === 'confidence') {
    return (
      <InputNumber
        aria-label={`Confidence value (%) of ${name}`}
        className="rule-value"
        disabled={disabled}
        min={0}
        max={100}
        prefix={<span className="faint">Confidence value (%)</span>}
        value={Number(said)}
        onChange={(next) => handleOnChange(next ?? 0)}
      />
    )
  }
  if (splitField(field).kind === 'check') {
    return (
      <Select
        aria-label={`Outcome of ${name}`}
        className="rule-value"
        disabled={disabled}
        value={String(said)}
        options={Object.entries(outcomesOfChecks).map(([key, label]) => ({ value: key, label }))}
        onChange={handleOnChange}
      />
    )
  }
  if (typeof said === 'object') {
    return (
      <>
        <Input
          {...text}
          aria-label={`Key of ${name}`}
          placeholder="Key"
          value={said.key}
          {...(said.key === '' && { status: 'warning' as const })}
          onChange={({ target }) => handleOnChange({ ...said, key: target.value })}
        />
        <Input
          {...text}
          aria-label={`Value of ${name}`}
          placeholder="Value"
          value={said.value}
          onChange={({ target }) => handleOnChange({ ...said, value: target.value })}
        />
      </>
    )
  }
  return (
    <Input
      {...text}
      aria-label={`Value of ${name}`}
      placeholder="Value"
      value={String(said)}
      onChange={({ target }) => handleOnChange(target.value)}
    />
  )
}
