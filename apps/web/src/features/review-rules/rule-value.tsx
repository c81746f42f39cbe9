import { type Kind, splitField } from '@recto/contract/review/describe-rules'
import { omitUndefined } from '@recto/omit-undefined'
import { Input, InputNumber, Select } from 'antd'
import type { ValueEditorProps } from 'react-querybuilder'
import { outcomesOfChecks, type RuleCondition, statusesOfLookups } from './rule-tree.ts'

/** Names a part by its path: 1.2 is the second part of the first one. */
export const nameAt = (kind: 'group' | 'condition', path: readonly number[]): string =>
  path.length === 0 ? 'all conditions' : `${kind} ${path.map((index) => index + 1).join('.')}`

/** Values that a condition can have, by its kind. */
const outcomesByKind: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  check: outcomesOfChecks,
  lookup: statusesOfLookups,
}

/** Input for the value of a condition: a text, a percentage, or a JSON key with a value. */
export function RuleValue({
  field,
  value,
  disabled = false,
  path,
  handleOnChange,
}: ValueEditorProps) {
  const name = nameAt('condition', path)
  const conditionValue = value as RuleCondition['value']
  const text = { disabled, maxLength: 1000, className: 'rule-value' }
  if (splitField(field).kind === 'confidence') {
    return (
      <InputNumber
        aria-label={`Confidence value (%) for ${name}`}
        className="rule-value"
        disabled={disabled}
        min={0}
        max={100}
        prefix={<span className="faint">Confidence value (%)</span>}
        value={Number(conditionValue)}
        onChange={(next) => handleOnChange(next ?? 0)}
      />
    )
  }
  const outcomes = outcomesByKind[splitField(field).kind]
  if (outcomes) {
    return (
      <Select
        aria-label={`Outcome for ${name}`}
        className="rule-value"
        disabled={disabled}
        value={String(conditionValue)}
        options={Object.entries(outcomes).map(([key, label]) => ({ value: key, label }))}
        onChange={handleOnChange}
      />
    )
  }
  if (typeof conditionValue === 'object') {
    return (
      <>
        <Input
          {...text}
          aria-label={`Key for ${name}`}
          placeholder="Key"
          value={conditionValue.key}
          {...omitUndefined({ status: conditionValue.key === '' ? 'warning' : undefined })}
          onChange={({ target }) => handleOnChange({ ...conditionValue, key: target.value })}
        />
        <Input
          {...text}
          aria-label={`Value for ${name}`}
          placeholder="Value"
          value={conditionValue.value}
          onChange={({ target }) => handleOnChange({ ...conditionValue, value: target.value })}
        />
      </>
    )
  }
  return (
    <Input
      {...text}
      aria-label={`Value for ${name}`}
      placeholder="Value"
      value={String(conditionValue)}
      onChange={({ target }) => handleOnChange(target.value)}
    />
  )
}
