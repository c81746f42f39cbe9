import { maxRuns } from '@recto/contract/prompt-studio/studio-runs'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { formatDollars } from '../../../shared/words/measures.ts'
import { maxComparedProfiles, useStartComparison } from '../comparison.queries.ts'
import { estimate, type ProfileEstimate } from '../estimate.queries.ts'
import { expectedValueList } from '../expected-value.queries.ts'
import { minExpectedValues } from '../improvement.queries.ts'
import { isActivePrompt } from '../prompt.ts'
import type { Scope } from '../run.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { FieldsItem } from './FieldsItem.tsx'

type Props = { readonly expectedValueCounts: ReadonlyMap<string, number> }

/** Asks for the fields, the profiles, the tolerance and the budget. */
export function CompareForm({ expectedValueCounts }: Props) {
  const { project, allProfiles } = useEditor()
  const start = useStartComparison()
  const prompts = project.prompts.filter(isActivePrompt)
  const countOf = (id: string) => expectedValueCounts.get(id) ?? 0
  const [promptIds, setPromptIds] = useState(
    prompts.map(({ id }) => id).filter((id) => countOf(id) >= minExpectedValues),
  )
  const [profileIds, setProfileIds] = useState(
    allProfiles.map(({ id }) => id).slice(0, maxComparedProfiles),
  )
  const [tolerance, setTolerance] = useState<number | null>(0)
  const [budgetCalls, setBudgetCalls] = useState<number | null>(null)
  const [budgetDollars, setBudgetDollars] = useState<number | null>(null)
  const values = promptIds.reduce((sum, id) => sum + countOf(id), 0)
  const maxCalls = values * Math.max(2, profileIds.length)

  return (
    <Form
      layout="vertical"
      onFinish={() =>
        start.mutate({
          projectId: project.id,
          promptIds,
          profileIds,
          tolerance: tolerance ?? 0,
          budgetCalls: budgetCalls ?? 0,
          budgetDollars,
        })
      }
    >
      <div className="improve-form">
        <FieldsItem
          id="compare-fields"
          expectedValueCounts={expectedValueCounts}
          value={promptIds}
          onChange={setPromptIds}
        />
        <Form.Item label="LLM profiles" htmlFor="compare-profiles">
          <Select
            id="compare-profiles"
            mode="multiple"
            maxCount={maxComparedProfiles}
            value={profileIds}
            onChange={setProfileIds}
            options={allProfiles.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item label="Tolerance (points of accuracy)" htmlFor="compare-tolerance">
          <InputNumber
            id="compare-tolerance"
            min={0}
            max={100}
            value={tolerance}
            onChange={setTolerance}
          />
        </Form.Item>
        <Form.Item label="Budget (calls)" htmlFor="compare-calls" required>
          <InputNumber
            id="compare-calls"
            min={1}
            precision={0}
            value={budgetCalls}
            placeholder={`at most ${maxCalls}`}
            onChange={setBudgetCalls}
          />
        </Form.Item>
        <Form.Item label="Budget (dollars)" htmlFor="compare-dollars">
          <InputNumber
            id="compare-dollars"
            min={0.01}
            value={budgetDollars}
            placeholder="no limit"
            onChange={setBudgetDollars}
          />
        </Form.Item>
      </div>
      <p className="faint">
        About {maxCalls} model calls at most, if every call answers one field.{' '}
        <MaxCost promptIds={promptIds} profileIds={profileIds} /> Answers that are already stored
        are free.
      </p>
      {start.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(start.error, 'Failed to start the comparison')}
        />
      )}
      <Button
        type="primary"
        htmlType="submit"
        loading={start.isPending}
        disabled={budgetCalls === null || promptIds.length === 0 || profileIds.length < 2}
      >
        Compare profiles
      </Button>
    </Form>
  )
}

type MaxCostProps = Pick<Scope, 'promptIds' | 'profileIds'>

/** Says what the comparison costs at most, if it pays for every answer. */
function MaxCost({ promptIds, profileIds }: MaxCostProps) {
  const { project } = useEditor()
  const { data: expectedValues = [] } = useQuery(expectedValueList(project.id))
  const markedIds = expectedValues
    .filter(({ promptId }) => promptIds.includes(promptId))
    .map(({ documentId }) => documentId)
  const documentIds = [...new Set(markedIds)].toSorted()
  const count = promptIds.length * profileIds.length * documentIds.length
  const { data: estimates } = useQuery({
    ...estimate(project.id, { promptIds, profileIds, documentIds }),
    enabled: count > 0 && count <= maxRuns,
  })
  return estimates ? describeCost(estimates) : null
}

function describeCost(estimates: readonly ProfileEstimate[]): string {
  const costs = estimates.flatMap(({ dollars }) => dollars ?? [])
  if (costs.length === 0) return 'The price of the models is not known.'
  const sum = formatDollars(costs.reduce((total, dollars) => total + dollars, 0))
  return costs.length < estimates.length
    ? `Estimated cost: at most ${sum}, without models whose price is not known.`
    : `Estimated cost: at most ${sum}.`
}
