import { useQuery } from '@tanstack/react-query'
import { Alert, InputNumber, Switch } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import {
  type LayoutOverview,
  type LayoutSummary,
  layoutList,
  type RuleOptions,
  useSaveLayoutSettings,
} from '../layouts.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { formatCount, formatDollars, LayoutCard } from './LayoutCard.tsx'
import './layouts.css'

/**
 * The layouts of the project's documents: their rules, how many fields these have answered, and the
 * cost saved.
 */
export function LayoutsPanel() {
  const { id } = useEditor().project
  const { data, error, refetch } = useQuery(layoutList(id))
  return (
    <>
      <div className="panel-head">
        <h3>Layouts</h3>
        <p>
          Once several approved documents share a layout, rules can find some of the fields in that
          layout and fill them in without a model. Values are approved in review or marked as
          correct here. When a rule is uncertain, the model fills in the field as before.
        </p>
      </div>
      {error && (
        <FailureState
          error={error}
          fallback="Failed to fetch the layouts"
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <div className="bone layouts-bone" aria-busy="true" />}
      {data && <Layouts projectId={id} data={data} />}
    </>
  )
}

type Props = { readonly projectId: string; readonly data: LayoutOverview }

function Layouts({ projectId, data }: Props) {
  const { layouts, approvedDocuments, failureMessage, isOn, minDocuments } = data
  const save = useSaveLayoutSettings()
  const alerts = useAlerts()

  async function change(changes: Partial<RuleOptions>) {
    try {
      await save.mutateAsync({ projectId, isOn, minDocuments, ...changes })
    } catch (failure) {
      alerts.showError(failure, 'Failed to save the layout settings')
    }
  }

  return (
    <>
      <label className="panel-switch" htmlFor="enable-layouts">
        <Switch
          id="enable-layouts"
          checked={isOn}
          loading={save.isPending}
          onChange={(isChecked) => void change({ isOn: isChecked })}
        />
        Fill in fields using layout rules
      </label>
      <label className="panel-switch" htmlFor="least-documents">
        <InputNumber
          id="least-documents"
          min={3}
          max={12}
          precision={0}
          value={minDocuments}
          disabled={save.isPending}
          onChange={(count) => {
            if (count !== null && count !== minDocuments) void change({ minDocuments: count })
          }}
        />
        Approved documents required for a layout
      </label>
      {failureMessage !== undefined && (
        <Alert
          type="error"
          showIcon
          title="The layouts could not be updated after the last approval."
          description={failureMessage}
        />
      )}
      {layouts.length === 0 ? (
        <p className="panel-note">{describeNone(approvedDocuments, minDocuments)}</p>
      ) : (
        <>
          {!isOn && (
            <Alert
              type="info"
              showIcon
              title="Layout rules are off. The model fills in all fields."
            />
          )}
          <p className="layouts-sum">{describeTotals(layouts)}</p>
          <ul className="layouts" aria-label="Layouts">
            {layouts.map((layout, i) => (
              <li key={layout.id}>
                <LayoutCard layout={layout} name={layoutName(layouts, i)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** A number distinguishes two forms of one issuer. */
function layoutName(layouts: readonly LayoutSummary[], index: number): string {
  const name = layouts[index]?.name
  if (!name) return `Layout ${index + 1}`
  const earlierCount = layouts.slice(0, index).filter((layout) => layout.name === name).length
  return earlierCount === 0 ? name : `${name} (${earlierCount + 1})`
}

const describeNone = (approvedCount: number, minDocuments: number) =>
  `No layouts yet. A layout requires ${minDocuments} similar approved documents. This project has ${formatCount(approvedCount, 'approved document')}.`

/** Describes the totals of all layouts. */
function describeTotals(layouts: LayoutOverview['layouts']): string {
  const sum = (pick: (layout: LayoutSummary) => number) =>
    layouts.reduce((sum, layout) => sum + pick(layout), 0)
  const answeredCount = sum((layout) => layout.answered)
  const savedDollars = sum(({ savedInDollars }) => savedInDollars ?? 0)
  const summary = `${formatCount(layouts.length, 'layout')}, recognized in ${formatCount(
    sum(({ recognised: recognisedCount }) => recognisedCount),
    'document',
  )}`
  if (answeredCount === 0) return `${summary}. Rules have not answered any fields yet.`
  const savings = savedDollars > 0 ? ` and saved about ${formatDollars(savedDollars)}` : ''
  return `${summary}. Rules answered ${formatCount(answeredCount, 'field')}${savings}.`
}
