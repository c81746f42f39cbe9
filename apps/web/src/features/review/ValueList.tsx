import { isContainer } from '@recto/exact-json/exact-number'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { CheckList } from '../../shared/checks/CheckList.tsx'
import { AcceptAbove } from './AcceptAbove.tsx'
import { explanationsOf } from './explain-value.ts'
import type { FieldDialogName } from './ItemDialogs.tsx'
import { ItemMatch } from './ItemMatch.tsx'
import type { ReviewedItem } from './item.ts'
import { RowTable } from './RowTable.tsx'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'
import { ValueButton, type ValueControls } from './ValueButton.tsx'

type Props = ValueControls & {
  readonly item: ReviewedItem
  /** Undefined if no row of a lookup table can be chosen, as in a document that is saved only at its end. */
  readonly onChooseRow: ((field: string, edit: Edit) => void) | undefined
  readonly values: readonly ReviewedValue[]
  readonly isViewOnly: boolean
  onOpenField(kind: FieldDialogName, field: string): void
  readonly drawnField: string | undefined
  onDrawArea(field: string): void
  onAcceptAll(keys: readonly string[]): void
  onChange(field: string, edit: Edit): void
}

/** Maximum number of values rendered at first. */
const MAX_VISIBLE = 100

/**
 * Lists the values of a document: first those that need a review, then the others, then the tables.
 */
export function ValueList(props: Props) {
  const { item, values, acceptedKeys, isViewOnly } = props
  const needsLook = (value: ReviewedValue) =>
    value.reviewReason !== undefined && !acceptedKeys.has(value.key)
  const doubtful = values.filter(needsLook)
  const otherValues = values.filter(
    (value) => !needsLook(value) && !(String(value.steps[0]) in item.tables),
  )
  const byKey = useMemo(() => new Map(values.map((value) => [value.key, value])), [values])
  const nested = Object.entries(item.output).filter(
    ([field, value]) =>
      isContainer(value) || field in item.tables || item.nestedFields.includes(field),
  )
  return (
    <div className="review-values">
      {item.checks.length > 0 && (
        <section aria-label="Check results">
          <h2 className="review-heading">Checks</h2>
          <CheckList checks={item.checks} />
        </section>
      )}
      <Section title={`Needs review (${doubtful.length})`} list={doubtful} {...props}>
        {!isViewOnly && <AcceptAbove values={doubtful} onAccept={props.onAcceptAll} />}
      </Section>
      <Section title="Other values" list={otherValues} {...props} />
      {nested.map(([field]) => (
        <section key={field} aria-label={field}>
          <div className="review-heading">
            <h2>{field}</h2>
            {!isViewOnly && (
              <Button size="small" onClick={() => props.onOpenField('json', field)}>
                {`Edit ${field} as JSON`}
              </Button>
            )}
          </div>
          <ItemMatch item={item} field={field} onChoose={undefined} />
          {field in item.tables && <RowTable {...props} field={field} byKey={byKey} />}
        </section>
      ))}
      <Why value={values.find(({ key }) => key === props.activeKey)} needsLook={needsLook} />
    </div>
  )
}

type WhyProps = {
  readonly value: ReviewedValue | undefined
  needsLook(value: ReviewedValue): boolean
}

/** Says below the values why the active one is what it is, and covers none of them. */
function Why({ value, needsLook }: WhyProps) {
  const explanations = value ? explanationsOf(value, needsLook(value)) : []
  return (
    <div className="review-reasons" aria-live="polite">
      {explanations.length > 0 && (
        <>
          <strong>{value?.label}</strong>
          {explanations.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
    </div>
  )
}

type SectionProps = ValueControls & {
  readonly item: ReviewedItem
  readonly onChooseRow: Props['onChooseRow']
  readonly title: string
  readonly list: readonly ReviewedValue[]
  readonly children?: ReactNode
}

function Section({ title, list, item, onChooseRow, children, ...controls }: SectionProps) {
  const [visibleCount, setVisibleCount] = useState(MAX_VISIBLE)
  if (list.length === 0) return null
  const hiddenCount = list.length - visibleCount
  return (
    <section aria-label={title}>
      <div className="review-heading">
        <h2>{title}</h2>
        {children}
      </div>
      <ul className="review-list">
        {list.slice(0, visibleCount).map((value) => (
          <li key={value.key}>
            <ValueButton {...controls} value={value} />
            {value.steps.length === 1 && (
              <ItemMatch item={item} field={String(value.steps[0])} onChoose={onChooseRow} />
            )}
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button type="link" onClick={() => setVisibleCount(visibleCount + MAX_VISIBLE)}>
          {`Show more (${hiddenCount} hidden)`}
        </Button>
      )}
    </section>
  )
}
