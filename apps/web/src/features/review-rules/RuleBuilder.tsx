import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { RuleOperator } from '@recto/contract/review-rules'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import {
  choicesOf,
  conditionOn,
  emptyRules,
  isGroup,
  lostFields,
  MOST_DEPTH,
  MOST_PARTS,
  operators,
  operatorsOf,
  type RuleCondition,
  type RulePart,
  type RulePlace,
  type RuleTree,
  splitField,
  titleOf,
  withNew,
  without,
  withPart,
} from './rule-tree.ts'
import './review-rules.css'

type Props = {
  readonly tree: RuleTree
  /** Of the tool. */
  readonly fields: readonly string[]
  readonly isViewOnly: boolean
  onChange(tree: RuleTree): void
}

type Within = Props & { readonly at: RulePlace }

/** Conditions over the fields of a tool, two to a group, groups within groups. */
export const RuleBuilder = (props: Props) => <Group {...props} at={[]} group={props.tree} />

/** A part says where it stands by the numbers on the way: 1.2 is the second of the first. */
const nameOf = (at: RulePlace): string => at.map((place) => place + 1).join('.')

function Group({ group, ...within }: Within & { readonly group: RuleTree }) {
  const { tree, at, fields, isViewOnly, onChange } = within
  const name = at.length === 0 ? 'all conditions' : `group ${nameOf(at)}`
  const isFull = group.rules.length >= MOST_PARTS
  const [first] = choicesOf(fields)
  const add = (part: RulePart) => onChange(withNew(tree, at, part))
  const set = (changed: Partial<RuleTree>) => onChange(withPart(tree, at, { ...group, ...changed }))
  return (
    <fieldset className="rule-group" disabled={isViewOnly}>
      <legend className="visually-hidden">{name}</legend>
      <div className="rule-line">
        <Checkbox
          checked={group.not === true}
          disabled={isViewOnly}
          onChange={({ target }) => set({ not: target.checked })}
        >
          Not
        </Checkbox>
        <Select
          aria-label={`How ${name} go together`}
          value={group.combinator}
          disabled={isViewOnly}
          style={{ width: 210 }}
          options={[
            { value: 'and', label: 'both must hold' },
            { value: 'or', label: 'one must hold' },
          ]}
          onChange={(combinator) => set({ combinator })}
        />
        <Button
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={isViewOnly || isFull || first === undefined}
          onClick={() => first !== undefined && add(conditionOn(first))}
        >
          Condition
        </Button>
        <Button
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={isViewOnly || isFull || at.length + 1 >= MOST_DEPTH}
          onClick={() => add(emptyRules)}
        >
          Group
        </Button>
        {at.length > 0 && <Remove name={name} within={within} />}
      </div>
      {isFull && !isViewOnly && at.length === 0 && (
        <p className="faint rule-hint">Two to a group: put further ones into a group.</p>
      )}
      {group.rules.map((part, place) => (
        <PartOf key={nameOf([...at, place])} {...within} at={[...at, place]} part={part} />
      ))}
    </fieldset>
  )
}

const PartOf = ({ part, ...within }: Within & { readonly part: RulePart }) =>
  isGroup(part) ? (
    <Group {...within} group={part} />
  ) : (
    <Condition {...within} condition={part} name={`condition ${nameOf(within.at)}`} />
  )

function Remove({ name, within }: { readonly name: string; readonly within: Within }) {
  const { tree, at, isViewOnly, onChange } = within
  return (
    <Button
      type="text"
      disabled={isViewOnly}
      title={`Remove ${name}`}
      aria-label={`Remove ${name}`}
      icon={<DeleteOutlined />}
      onClick={() => onChange(without(tree, at))}
    />
  )
}

type ConditionProps = Within & { readonly condition: RuleCondition; readonly name: string }

function Condition({ condition, name, ...within }: ConditionProps) {
  const { tree, at, fields, isViewOnly, onChange } = within
  const { field, operator, value } = condition
  const { kind } = splitField(field)
  const isLost = lostFields({ ...emptyRules, rules: [condition] }, fields).length > 0
  const set = (next: RuleCondition) => onChange(withPart(tree, at, next))
  return (
    <div className="rule-line">
      <Select
        aria-label={`Field of ${name}`}
        className="rule-field"
        showSearch
        value={field}
        disabled={isViewOnly}
        {...(isLost && { status: 'error' as const })}
        popupMatchSelectWidth={false}
        options={choicesOf(fields).map((choice) => ({ value: choice, label: titleOf(choice) }))}
        labelRender={() => `${titleOf(field)}${isLost ? ' (the tool has it no more)' : ''}`}
        onChange={(next) => set(conditionOn(next))}
      />
      <Select<RuleOperator>
        aria-label={`Operator of ${name}`}
        className="rule-operator"
        value={operator}
        disabled={isViewOnly}
        options={operatorsOf(kind).map((one) => ({ value: one, label: operators[one] }))}
        onChange={(next) => set({ ...condition, operator: next })}
      />
      <ValueOf
        value={value}
        isNumber={kind === 'confidence'}
        isViewOnly={isViewOnly}
        name={name}
        onChange={(next) => set({ ...condition, value: next })}
      />
      <Remove name={name} within={within} />
    </div>
  )
}

type ValueProps = {
  readonly value: RuleCondition['value']
  readonly isNumber: boolean
  readonly isViewOnly: boolean
  readonly name: string
  onChange(value: RuleCondition['value']): void
}

function ValueOf({ value, isNumber, isViewOnly, name, onChange }: ValueProps) {
  const text = { disabled: isViewOnly, maxLength: 1000 }
  if (isNumber) {
    return (
      <InputNumber
        aria-label={`Confidence value (%) of ${name}`}
        className="rule-value"
        disabled={isViewOnly}
        min={0}
        max={100}
        prefix={<span className="faint">Confidence value (%)</span>}
        value={Number(value)}
        onChange={(next) => onChange(next ?? 0)}
      />
    )
  }
  if (typeof value === 'object') {
    return (
      <>
        <Input
          {...text}
          aria-label={`Key of ${name}`}
          placeholder="Key"
          className="rule-value"
          value={value.key}
          {...(value.key === '' && { status: 'warning' as const })}
          onChange={({ target }) => onChange({ ...value, key: target.value })}
        />
        <Input
          {...text}
          aria-label={`Value of ${name}`}
          placeholder="Value"
          className="rule-value"
          value={value.value}
          onChange={({ target }) => onChange({ ...value, value: target.value })}
        />
      </>
    )
  }
  return (
    <Input
      {...text}
      aria-label={`Value of ${name}`}
      placeholder="Value"
      className="rule-value"
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
