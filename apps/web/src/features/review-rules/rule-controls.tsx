import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import type {
  ActionProps,
  CombinatorSelectorProps,
  FieldSelectorProps,
  NotToggleProps,
  OperatorSelectorProps,
  ValueEditorProps,
} from 'react-querybuilder'
import {
  choicesOf,
  isGroup,
  MOST_DEPTH,
  MOST_PARTS,
  operators,
  operatorsOf,
  type RuleCondition,
  type RulePart,
  splitField,
  titleOf,
} from './rule-tree.ts'

/** A part says where it stands by the numbers on the way: 1.2 is the second of the first. */
const nameAt = (what: 'group' | 'condition', path: readonly number[]): string =>
  path.length === 0 ? 'all conditions' : `${what} ${path.map((at) => at + 1).join('.')}`

function Not({ checked = false, disabled = false, handleOnChange }: NotToggleProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => handleOnChange(target.checked)}
    >
      Not
    </Checkbox>
  )
}

function Combinator({
  value = 'and',
  disabled = false,
  path,
  handleOnChange,
}: CombinatorSelectorProps) {
  return (
    <Select
      aria-label={`How ${nameAt('group', path)} go together`}
      value={value}
      disabled={disabled}
      style={{ width: 210 }}
      options={[
        { value: 'and', label: 'both must hold' },
        { value: 'or', label: 'one must hold' },
      ]}
      onChange={handleOnChange}
    />
  )
}

const partsIn = ({ ruleOrGroup }: ActionProps): number =>
  'rules' in ruleOrGroup ? ruleOrGroup.rules.length : 0

function AddCondition(props: ActionProps) {
  const { disabled = false, context, handleOnClick } = props
  const hasFields = (context as readonly string[]).length > 0
  return (
    <Button
      icon={<PlusOutlined aria-hidden="true" />}
      disabled={disabled || !hasFields || partsIn(props) >= MOST_PARTS}
      onClick={() => handleOnClick()}
    >
      Condition
    </Button>
  )
}

function AddGroup(props: ActionProps) {
  const { disabled = false, level, handleOnClick } = props
  return (
    <Button
      icon={<PlusOutlined aria-hidden="true" />}
      disabled={disabled || partsIn(props) >= MOST_PARTS || level + 1 >= MOST_DEPTH}
      onClick={() => handleOnClick()}
    >
      Group
    </Button>
  )
}

function Remove({ disabled = false, path, ruleOrGroup, handleOnClick }: ActionProps) {
  const name = nameAt(isGroup(ruleOrGroup as RulePart) ? 'group' : 'condition', path)
  return (
    <Button
      type="text"
      disabled={disabled}
      title={`Remove ${name}`}
      aria-label={`Remove ${name}`}
      icon={<DeleteOutlined />}
      onClick={() => handleOnClick()}
    />
  )
}

function Field({
  value = '',
  disabled = false,
  path,
  context,
  handleOnChange,
}: FieldSelectorProps) {
  const fields = context as readonly string[]
  const isLost = !fields.includes(splitField(value).name)
  return (
    <Select
      aria-label={`Field of ${nameAt('condition', path)}`}
      className="rule-field"
      showSearch
      value={value}
      disabled={disabled}
      {...(isLost && { status: 'error' as const })}
      popupMatchSelectWidth={false}
      options={choicesOf(fields).map((choice) => ({ value: choice, label: titleOf(choice) }))}
      labelRender={() => `${titleOf(value)}${isLost ? ' (the tool has it no more)' : ''}`}
      onChange={handleOnChange}
    />
  )
}

function Operator({
  value = '',
  field,
  disabled = false,
  path,
  handleOnChange,
}: OperatorSelectorProps) {
  return (
    <Select
      aria-label={`Operator of ${nameAt('condition', path)}`}
      className="rule-operator"
      value={value}
      disabled={disabled}
      options={operatorsOf(splitField(field).kind).map((one) => ({
        value: one,
        label: operators[one],
      }))}
      onChange={handleOnChange}
    />
  )
}

function Value({ field, value, disabled = false, path, handleOnChange }: ValueEditorProps) {
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

/** How the parts of a rule are drawn: with the components of all pages, each with a name of its own. */
export const ruleControls = {
  notToggle: Not,
  combinatorSelector: Combinator,
  addRuleAction: AddCondition,
  addGroupAction: AddGroup,
  removeRuleAction: Remove,
  removeGroupAction: Remove,
  fieldSelector: Field,
  operatorSelector: Operator,
  valueEditor: Value,
}
