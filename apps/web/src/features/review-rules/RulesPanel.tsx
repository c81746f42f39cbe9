import { sentenceOf } from '@recto/contract/review/describe-rules'
import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { Dial } from './dial/Dial.tsx'
import { RuleBuilder } from './RuleBuilder.tsx'
import { noRule, type WorkflowRule } from './review-rule.ts'
import { ruleFields, ruleOf, useSaveRule } from './review-rules.queries.ts'
import { conditionsIn, noFields, type RuleFields, unknownFields } from './rule-tree.ts'
import { TryRules } from './TryRules.tsx'

export type PanelProps = {
  readonly workflowId: string
  /** Whether the user may build workflows but not change the review rules. */
  readonly isViewOnly: boolean
}

/** Panel for the rules that select files for review. Rules that cannot be loaded count as none. */
export function RulesPanel({ workflowId, isViewOnly }: PanelProps) {
  const { data: rule, isPending, errorUpdateCount } = useQuery(ruleOf(workflowId))
  const { data: fields, error, refetch } = useQuery(ruleFields(workflowId))
  if (error && fields === undefined) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the fields" onRetry={retry} />
  }
  // After rules have been saved for the first time, the form stays while they are loaded.
  if ((isPending && errorUpdateCount === 0) || fields === undefined) return <ListSkeleton />
  return (
    <RuleForm
      key={workflowId}
      savedRule={rule ?? noRule}
      fields={fields}
      workflowId={workflowId}
      isViewOnly={isViewOnly}
    />
  )
}

type FormProps = PanelProps & {
  readonly savedRule: WorkflowRule
  readonly fields: RuleFields | null
}

function RuleForm({ savedRule, fields, workflowId, isViewOnly }: FormProps) {
  const alerts = useAlerts()
  const [draft, setDraft] = useState<Omit<WorkflowRule, 'id'>>(savedRule)
  const save = useSaveRule({ isNew: savedRule.id === undefined })
  const rule = { ...draft, ...omitUndefined({ id: savedRule.id }) }
  const change = (changes: Partial<WorkflowRule>) => setDraft({ ...draft, ...changes })
  const sentence = sentenceOf(rule.tree)
  const failures = save.error ? failuresByField(save.error) : new Map<string, string>()
  const isUnfinished = conditionsIn(rule.tree).some(
    ({ value }) => typeof value === 'object' && value.key.trim() === '',
  )

  const handleSave = () =>
    save.mutate(
      { workflowId, rule },
      {
        onSuccess: () =>
          alerts.success(
            `Successfully ${savedRule.id === undefined ? 'added' : 'updated'} the rule.`,
          ),
        onError: (error) => alerts.showError(error, 'Failed to save rule.'),
      },
    )

  return (
    <div className="rule-form">
      {isViewOnly && (
        <Alert
          type="info"
          showIcon
          title="Only supervisors and admins can change the review rules."
          style={{ marginBottom: 12 }}
        />
      )}
      <ShareFields rule={rule} failures={failures} isViewOnly={isViewOnly} onChange={change} />
      <UnknownFieldsAlert rule={rule} fields={fields} />
      <RuleBuilder
        tree={rule.tree}
        fields={fields ?? noFields}
        isViewOnly={isViewOnly}
        onChange={(tree) => change({ tree })}
      />
      <p className="rule-sentence" aria-live="polite">
        {sentence ? `Files go to review when ${sentence}.` : noConditions(rule)}
      </p>
      {failures.get('tree') && (
        <Alert type="error" showIcon role="alert" title={failures.get('tree')} />
      )}
      <Dial
        workflowId={workflowId}
        isViewOnly={isViewOnly}
        wrongPerThousand={rule.wrongPerThousand}
        onChange={(wrongPerThousand) => change({ wrongPerThousand })}
      />
      {!isViewOnly && (
        <TryRules rule={{ workflowId, rule }} isUnfinished={isUnfinished}>
          <Button
            type="primary"
            disabled={isUnfinished}
            loading={save.isPending}
            onClick={handleSave}
          >
            Save
          </Button>
        </TryRules>
      )}
    </div>
  )
}

const noConditions = ({ wrongPerThousand }: WorkflowRule) =>
  `No conditions: only the percentage ${wrongPerThousand === null ? 'applies' : 'and the error-rate target apply'}.`

/**
 * Warns about conditions on fields that the tool no longer has: they never match, and must be
 * removed before saving again.
 */
function UnknownFieldsAlert({
  rule,
  fields,
}: Pick<FormProps, 'fields'> & { readonly rule: WorkflowRule }) {
  const missingFields = fields && unknownFields(rule.tree, fields.names)
  const [title, description] = !fields
    ? ['The workflow has no tool yet.', 'Add a tool to use its fields in rules.']
    : [
        `The tool no longer has the ${missingFields?.length === 1 ? 'field' : 'fields'} “${missingFields?.join('”, “')}”.`,
        'Conditions on missing fields never match. Remove them or select another field.',
      ]
  if (fields && missingFields?.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={description}
      style={{ marginBottom: 12 }}
    />
  )
}

type ShareProps = {
  readonly rule: WorkflowRule
  readonly failures: ReadonlyMap<string, string>
  readonly isViewOnly: boolean
  onChange(changes: Partial<WorkflowRule>): void
}

function ShareFields({ rule, failures, isViewOnly, onChange }: ShareProps) {
  return (
    <>
      <FormField
        label="Percentage of files"
        failure={failures.get('percentage')}
        hint="Files are selected by their content, so the same file is either always selected or never selected."
      >
        {(ties) => (
          <InputNumber
            {...ties}
            min={0}
            max={100}
            suffix="%"
            disabled={isViewOnly}
            value={rule.percentage}
            onChange={(percentage) => onChange({ percentage: percentage ?? 0 })}
          />
        )}
      </FormField>
      <FormField
        label="Combine the percentage and the conditions using"
        failure={failures.get('rule_logic')}
      >
        {({ id }) => (
          <Radio.Group
            id={id}
            disabled={isViewOnly}
            value={rule.logic}
            style={{ display: 'grid', gap: 4 }}
            options={[
              { value: 'OR', label: 'OR: a file is in the sample or meets the conditions' },
              { value: 'AND', label: 'AND: a file is in the sample and meets the conditions' },
            ]}
            onChange={({ target }) => onChange({ logic: target.value })}
          />
        )}
      </FormField>
    </>
  )
}
