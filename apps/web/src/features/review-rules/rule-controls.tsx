import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  isGroup,
  operators,
  type RulePart,
  splitField,
} from '@recto/contract/review/describe-rules'
import { omitUndefined } from '@recto/omit-undefined'
import { Button, Checkbox, Select } from 'antd'
import type {
  ActionProps,
  CombinatorSelectorProps,
  FieldSelectorProps,
  NotToggleProps,
  OperatorSelectorProps,
} from 'react-querybuilder'
import {
  choicesOf,
  isLostField,
  MAX_DEPTH,
  MAX_PARTS,
  operatorsOf,
  type RuleFields,
  titleOf,
} from './rule-tree.ts'
import { nameAt, RuleValue } from './rule-value.tsx'

function NotToggle({ checked = false, disabled = false, handleOnChange }: NotToggleProps) {
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
      aria-label={`Logic for ${nameAt('group', path)}`}
      value={value}
      disabled={disabled}
      style={{ width: 210 }}
      options={[
        { value: 'and', label: 'both must match' },
        { value: 'or', label: 'one must match' },
      ]}
      onChange={handleOnChange}
    />
  )
}

const partsIn = ({ ruleOrGroup }: ActionProps): number =>
  'rules' in ruleOrGroup ? ruleOrGroup.rules.length : 0

function AddCondition(props: ActionProps) {
  const { disabled = false, context, handleOnClick } = props
  const hasFields = (context as RuleFields).names.length > 0
  return (
    <Button
      icon={<PlusOutlined aria-hidden="true" />}
      disabled={disabled || !hasFields || partsIn(props) >= MAX_PARTS}
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
      disabled={disabled || partsIn(props) >= MAX_PARTS || level + 1 >= MAX_DEPTH}
      onClick={() => handleOnClick()}
    >
      Group
    </Button>
  )
}

function RemoveButton({ disabled = false, path, ruleOrGroup, handleOnClick }: ActionProps) {
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
  const fields = context as RuleFields
  const isLost = isLostField(splitField(value), fields.names)
  return (
    <Select
      aria-label={`Field for ${nameAt('condition', path)}`}
      className="rule-field"
      showSearch
      value={value}
      disabled={disabled}
      {...omitUndefined({ status: isLost ? 'error' : undefined })}
      popupMatchSelectWidth={false}
      options={choicesOf(fields).map((choice) => ({ value: choice, label: titleOf(choice) }))}
      labelRender={() => `${titleOf(value)}${isLost ? ' (no longer in the tool)' : ''}`}
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
      aria-label={`Operator for ${nameAt('condition', path)}`}
      className="rule-operator"
      value={value}
      disabled={disabled}
      options={operatorsOf(splitField(field).kind).map((candidate) => ({
        value: candidate,
        label: operators[candidate],
      }))}
      onChange={handleOnChange}
    />
  )
}

/**
 * The controls of the rule builder, made of the components of all pages, with an accessible name
 * for each.
 */
export const ruleControls = {
  notToggle: NotToggle,
  combinatorSelector: Combinator,
  addRuleAction: AddCondition,
  addGroupAction: AddGroup,
  removeRuleAction: RemoveButton,
  removeGroupAction: RemoveButton,
  fieldSelector: Field,
  operatorSelector: Operator,
  valueEditor: RuleValue,
}
