import { DownOutlined, RightOutlined } from '@ant-design/icons'
import {
  descriptionId,
  errorId,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils'
import { isValidElement, type ReactNode, useId, useState } from 'react'

/** Renders one setting: label above, explanation and failure below. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, hidden, children, rawDescription, rawErrors = [], schema } = props
  if (hidden) return <div hidden>{children}</div>
  if (schema.type === 'object') return children

  const hasOwnLabel = schema.type === 'boolean'
  return (
    <div className="setting" data-failed={rawErrors.length > 0}>
      {!hasOwnLabel && props.displayLabel && (
        <label className="setting-label" htmlFor={id}>
          {label}
          {required && (
            <span className="setting-required" title="Required">
              *
            </span>
          )}
        </label>
      )}
      {children}
      {rawErrors.length > 0 && (
        <div className="setting-error" id={errorId(id)} role="alert">
          {[...new Set(rawErrors)].join(' ')}
        </div>
      )}
      {rawDescription && (
        <div className="setting-description" id={descriptionId(id)}>
          {rawDescription}
        </div>
      )}
    </div>
  )
}

/**
 * Path segment that the library inserts for settings shared by all choices; it does not occur in
 * the values.
 */
const SHARED_BY_CHOICES = 'XxxOf'

/** Renders the settings in order. A nested group has a heading, the form itself has none. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, properties, fieldPathId } = props
  const fields = properties.filter(({ hidden }) => !hidden)
  const path = fieldPathId.path.filter((part) => part !== SHARED_BY_CHOICES)
  if (path.length > 0) {
    return (
      <fieldset className="setting-group">
        <legend>{title}</legend>
        {fields.map(({ content }) => content)}
      </fieldset>
    )
  }
  const foldedNames = foldedNamesIn(props)
  const foldedFields = fields.filter(({ name }) => foldedNames.has(name))
  return (
    <>
      {fields.filter(({ name }) => !foldedNames.has(name)).map(({ content }) => content)}
      {foldedFields.length > 0 && (
        <MoreSettings
          count={foldedFields.length}
          hasFailure={foldedFields.some(({ name }) => hasFailure(props.errorSchema?.[name]))}
        >
          {foldedFields.map(({ content }) => content)}
        </MoreSettings>
      )}
    </>
  )
}

function foldedNamesIn({ registry }: ObjectFieldTemplateProps): ReadonlySet<string> {
  const { foldedNames } = registry.formContext as { readonly foldedNames?: ReadonlySet<string> }
  return foldedNames ?? new Set()
}

const hasFailure = (errors: unknown): boolean =>
  typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0

type MoreSettingsProps = {
  readonly count: number
  /** Whether one of the settings has a failure, which must be seen. */
  readonly hasFailure: boolean
  readonly children: ReactNode
}

/** Settings that most people leave as they are, folded. */
function MoreSettings({ count, hasFailure: isForcedOpen, children }: MoreSettingsProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isForcedOpen
  return (
    <div className="setting-more">
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        {isShown ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
        More settings ({count})
      </button>
      <div id={id} hidden={!isShown}>
        {children}
      </div>
    </div>
  )
}

/**
 * Renders a choice between alternative groups of settings, and the settings of the chosen group.
 */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const id = isValidElement<{ readonly id?: string }>(selector) ? selector.props.id : undefined
  return (
    <>
      <div className="setting">
        <label className="setting-label" htmlFor={id}>
          Enter settings as
        </label>
        {selector}
      </div>
      {optionSchemaField}
    </>
  )
}
