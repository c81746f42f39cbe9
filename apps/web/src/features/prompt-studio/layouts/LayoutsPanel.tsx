import { useQuery } from '@tanstack/react-query'
import { Alert, InputNumber, Switch } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import {
  layoutList,
  type RuleOptions,
  type ShownLayout,
  type ShownLayouts,
  useSaveLayoutSettings,
} from '../layouts.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { LayoutCard } from './LayoutCard.tsx'
import { counted, shownDollars } from './say-counts.ts'
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
          Once several approved documents share a layout, fields whose place can be told by a rule
          are answered by that rule without a model. Values are approved in review, or marked as
          right here. A rule that is not sure answers nothing, and the model is asked as before.
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

type Props = { readonly projectId: string; readonly data: ShownLayouts }

function Layouts({ projectId, data }: Props) {
  const { layouts, approvedDocuments, isOn, leastDocuments } = data
  const save = useSaveLayoutSettings()
  const alerts = useAlerts()

  async function change(changes: Partial<RuleOptions>) {
    try {
      await save.mutateAsync({ projectId, isOn, leastDocuments, ...changes })
    } catch (failure) {
      alerts.failed(failure, 'Failed to save the settings of layouts')
    }
  }

  return (
    <>
      <label className="panel-switch" htmlFor="enable-layouts">
        <Switch
          id="enable-layouts"
          checked={isOn}
          loading={save.isPending}
          onChange={(on) => void change({ isOn: on })}
        />
        Answer by rules of layouts
      </label>
      <label className="panel-switch" htmlFor="least-documents">
        <InputNumber
          id="least-documents"
          min={3}
          max={12}
          precision={0}
          value={leastDocuments}
          disabled={save.isPending}
          onChange={(least) => {
            if (least !== null && least !== leastDocuments) void change({ leastDocuments: least })
          }}
        />
        Approved documents that make a layout
      </label>
      {layouts.length === 0 ? (
        <p className="panel-note">{sayNone(approvedDocuments, leastDocuments)}</p>
      ) : (
        <>
          {!isOn && (
            <Alert type="info" showIcon title="Rules are switched off: the model is asked." />
          )}
          <p className="layouts-sum">{saySum(layouts)}</p>
          <ul className="layouts" aria-label="Layouts">
            {layouts.map((layout, i) => (
              <li key={layout.id}>
                <LayoutCard layout={layout} name={nameOf(layouts, i)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** A number distinguishes two forms of one issuer. */
function nameOf(layouts: readonly ShownLayout[], index: number): string {
  const name = layouts[index]?.name
  if (!name) return `Layout ${index + 1}`
  const before = layouts.slice(0, index).filter((one) => one.name === name).length
  return before === 0 ? name : `${name} (${before + 1})`
}

const sayNone = (approved: number, least: number) =>
  `No layout yet: ${counted(approved, 'approved document')}. ${least} that look alike make one.`

/** Describes the totals of all layouts. */
function saySum(layouts: ShownLayouts['layouts']): string {
  const sum = (of: (layout: ShownLayout) => number) =>
    layouts.reduce((all, layout) => all + of(layout), 0)
  const answered = sum((layout) => layout.answered)
  const saved = sum(({ savedInDollars }) => savedInDollars ?? 0)
  const said = `${counted(layouts.length, 'layout')}, recognised on ${counted(
    sum(({ recognised }) => recognised),
    'document',
  )}`
  if (answered === 0) return `${said}. No field was answered by a rule yet.`
  const worth = saved > 0 ? `, which saved about ${shownDollars(saved)}` : ''
  return `${said}. Rules answered ${counted(answered, 'field')}${worth}.`
}
