import { Alert, Button, Form, InputNumber } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { AdapterPicker } from '../../adapters/adapters.port.tsx'
import { minExpectedValues, useStartImprovement } from '../improvement.queries.ts'
import { isActivePrompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import { FieldsItem } from './FieldsItem.tsx'

type Props = {
  readonly expectedValueCounts: ReadonlyMap<string, number>
  /** Ids of the prompts with a proposal that nobody has decided about. */
  readonly undecidedIds: ReadonlySet<string>
}

/** Wordings that a run tries for each field, unless the caller says another number. */
const candidateCount = 3

/** Risk that the first test of a field accepts a prompt by chance; the fields of one search share it. */
const riskOfFirstTest = 0.04

/** Asks for the fields, the model and the budget. */
export function ImproveForm({ expectedValueCounts, undecidedIds }: Props) {
  const { project } = useEditor()
  const start = useStartImprovement()
  const prompts = project.prompts.filter(isActivePrompt)
  const countOf = (id: string) => expectedValueCounts.get(id) ?? 0
  const improvableIds = prompts.map(({ id }) => id).filter((id) => countOf(id) >= minExpectedValues)
  const [chosenIds, setChosenIds] = useState(improvableIds.filter((id) => !undecidedIds.has(id)))
  const [llmId, setLlmId] = useState<string>()
  const [budgetCalls, setBudgetCalls] = useState<number | null>(null)
  const [budgetDollars, setBudgetDollars] = useState<number | null>(null)
  if (improvableIds.length === 0) {
    return (
      <Alert
        type="info"
        showIcon
        title={`A field needs at least ${minExpectedValues} expected values to be improved. Mark outputs as correct, or enter their expected values.`}
      />
    )
  }
  const values = chosenIds.reduce((sum, id) => sum + countOf(id), 0)
  const neededCount = Math.ceil(Math.log2(Math.max(1, chosenIds.length) / riskOfFirstTest))
  const maxCalls = values * (1 + candidateCount) + chosenIds.length

  return (
    <Form
      layout="vertical"
      onFinish={() =>
        start.mutate({
          projectId: project.id,
          promptIds: chosenIds,
          llmId: llmId ?? null,
          budgetCalls: budgetCalls ?? 0,
          budgetDollars,
        })
      }
    >
      <div className="improve-form">
        <FieldsItem
          id="improve-fields"
          expectedValueCounts={expectedValueCounts}
          value={chosenIds}
          onChange={setChosenIds}
        />
        <Form.Item label="Model that proposes" htmlFor="improve-llm">
          <AdapterPicker
            id="improve-llm"
            type="LLM"
            writesText
            allowClear
            aria-label="Model that proposes"
            placeholder="None: labels next to right values"
            value={llmId}
            onChange={setLlmId}
          />
        </Form.Item>
        <Form.Item label="Budget (calls)" htmlFor="improve-calls" required>
          <InputNumber
            id="improve-calls"
            min={1}
            precision={0}
            value={budgetCalls}
            placeholder={`at most ${maxCalls}`}
            onChange={setBudgetCalls}
          />
        </Form.Item>
        <Form.Item label="Budget (dollars)" htmlFor="improve-dollars">
          <InputNumber
            id="improve-dollars"
            min={0.01}
            value={budgetDollars}
            placeholder="no limit"
            onChange={setBudgetDollars}
          />
        </Form.Item>
      </div>
      <p className="faint">
        About {maxCalls} model calls at most, if every call answers one field. Answers that are
        already stored are free. To rule out chance, {neededCount} held-out answers of a field must
        become right, and more if the field was tested before.
      </p>
      {start.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(start.error, 'Failed to start the search')}
        />
      )}
      <Button
        type="primary"
        htmlType="submit"
        loading={start.isPending}
        disabled={budgetCalls === null || chosenIds.length === 0}
      >
        Look for better prompts
      </Button>
    </Form>
  )
}
