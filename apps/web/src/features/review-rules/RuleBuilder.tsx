import { operators, splitField } from '@recto/contract/review/describe-rules'
import { useMemo } from 'react'
import { QueryBuilder, type RuleGroupType } from 'react-querybuilder'
import { ruleControls } from './rule-controls.tsx'
import {
  choicesOf,
  conditionOn,
  isFull,
  MAX_DEPTH,
  operatorsOf,
  type RuleFields,
  type RuleTree,
  titleOf,
  treeOf,
} from './rule-tree.ts'
import './review-rules.css'

type Props = {
  readonly tree: RuleTree
  /** Fields of the tool. */
  readonly fields: RuleFields
  readonly isViewOnly: boolean
  onChange(tree: RuleTree): void
}

const classes = {
  ruleGroup: 'rule-group',
  header: 'rule-line',
  body: 'rule-parts',
  rule: 'rule-line',
} as const

/** Editor for conditions on the fields of a tool, in nested groups of two parts. */
export function RuleBuilder({ tree, fields, isViewOnly, onChange }: Props) {
  const choices = useMemo(
    () => choicesOf(fields).map((name) => ({ name, label: titleOf(name) })),
    [fields],
  )
  return (
    <>
      <QueryBuilder
        fields={choices}
        query={tree as RuleGroupType}
        onQueryChange={(query) => onChange(treeOf(query))}
        disabled={isViewOnly}
        controlElements={ruleControls}
        controlClassnames={classes}
        context={fields}
        maxLevels={MAX_DEPTH - 1}
        showNotToggle
        suppressStandardClassnames
        autoSelectField
        onAddRule={(_, parent) => !isFull(tree, parent)}
        onAddGroup={(_, parent) => !isFull(tree, parent)}
        getOperators={(field) =>
          operatorsOf(splitField(field).kind).map((name) => ({ name, label: operators[name] }))
        }
        getDefaultOperator={(field) => conditionOn(field).operator}
        getDefaultValue={({ field }) => conditionOn(field).value}
        accessibleDescriptionGenerator={({ path }) =>
          path.length === 0 ? 'all conditions' : `group ${path.map((index) => index + 1).join('.')}`
        }
      />
      {isFull(tree, []) && !isViewOnly && (
        <p className="faint rule-hint">
          A group can have two items. To add more, nest another group.
        </p>
      )}
    </>
  )
}
